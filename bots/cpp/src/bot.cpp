// A starter bot for hexabomb: goes for cells that are not its own, bombs where that pays, and stays alive. Make it
// better!
#include <iostream>

#include "netorcai.hpp"

using namespace netorcai;

const std::string NICKNAME = "mybot";  // 1 to 10 characters without blanks

// Looks at the state of the game and returns one action for each of our characters.
std::vector<Action> choose_actions(const State& state, int player_id, bool may_revive) {
    std::set<Cell> free = free_cells(state);
    std::vector<Action> actions;
    for (const Character& me : state.characters) {
        if (me.color != player_id + 1) continue;  // somebody else's
        // draw({{"circle", {me.cell.q, me.cell.r}}, {"color", "red"}});  // to see it on the page
        if (!me.alive) {
            if (may_revive && me.revive_delay == 0 && free.erase(me.cell)) actions.push_back(revive(me.id));
            continue;
        }
        const Bomb our{me.color, 3, 2, me.cell};  // range and delay
        if (me.bomb_count > 0 && gain(state, our) >= 6 && !ways_out(state, me.cell, our).empty()) {
            actions.push_back(bomb(me.id, our.range, our.delay));
            continue;
        }
        const std::vector<std::string> ways = ways_out(state, me.cell);
        const bool must_go = !ways.empty() && ways.back() != "stay";
        std::string direction = must_go ? ways.front() : "stay";
        int nearest = 1000000;  // steps to a cell that is not ours
        for (const std::string& way : ways) {
            const Cell next = neighbour(me.cell, way);
            if (!free.count(next)) continue;
            for (const auto& [cell, steps] : distances(free, next)) {
                if (state.board.at(cell) == me.color || steps >= nearest) continue;
                nearest = steps;
                direction = way;
            }
        }
        if (direction == "stay") continue;
        free.erase(neighbour(me.cell, direction));  // so that our next character does not want to go there, too
        actions.push_back(move(me.id, direction));
    }
    return actions;
}

int main() try {
    Client client(NICKNAME);
    GameStarts game = client.wait_for_start();
    bool may_revive = game.nb_special_players == 0;  // in sudden death the dead stay dead
    while (auto turn = client.next_turn()) client.act(choose_actions(turn->game_state, game.player_id, may_revive));
    // Prints go to the page with their turn, and with --log FOLDER to a file.
    std::cout << "winner: " << client.game_ends.winner_player_id << " we are: " << game.player_id << std::endl;
} catch (const Error& error) {
    std::cerr << "bot: " << error.what() << std::endl;
    return 1;
}
