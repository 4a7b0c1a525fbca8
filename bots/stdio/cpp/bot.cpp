// A starter bot for hexabomb over standard input and output: takes cells, bombs where it can get away. Make it better!
#include <iostream>
#include <string>

#include "board.hpp"

using namespace netorcai;
const int GAIN = 8;  // how many cells each of our bombs must win

// Looks at the state of the game and returns one action for each of our characters.
std::vector<Action> choose_actions(const State& state, int player_id, bool may_revive) {
    std::set<Cell> free = free_cells(state);
    const auto hot = danger(state.board, state.bombs);
    std::vector<Action> actions;
    for (const Character& me : state.characters) {
        if (me.color != player_id + 1) continue;  // somebody else's
        // draw({{"circle", {me.cell.q, me.cell.r}}, {"color", "red"}});  // to see it on the page
        if (!me.alive) {
            if (may_revive && me.revive_delay == 0 && free.erase(me.cell)) actions.push_back(revive(me.id));
            continue;
        }
        const Bomb our{me.color, 4, 3, me.cell};  // range and delay
        if (me.bomb_count > 0 && gain(state, our) >= GAIN && !ways_out(state, me.cell, our).empty()) {
            actions.push_back(bomb(me.id, our.range, our.delay));
            continue;
        }
        // Where could it go and live? Best where nothing explodes soon, and towards the nearest cell that is not ours.
        std::vector<std::string> ways, calm;
        for (const std::string& way : ways_out(state, me.cell)) {
            const Cell next = neighbour(me.cell, way);
            if (way != "stay" && !free.count(next)) continue;
            ways.push_back(way);
            if (!hot.count(next) || hot.at(next).front() > 2) calm.push_back(way);
        }
        const auto fresh = [&](Cell cell) { return state.board.at(cell) != me.color && !hot.count(cell); };
        const std::string direction = choose(toward(free, me.cell, fresh), {calm, ways, {"stay"}});
        if (direction == "stay") continue;
        free.erase(neighbour(me.cell, direction));  // so that our next character does not want to go there, too
        actions.push_back(move(me.id, direction));
    }
    return actions;
}

int main() {
    int player = 0, special = 0;  // in sudden death, with a special player, the dead stay dead
    for (std::string line; std::getline(std::cin, line);) {
        const json message = json::parse(line);
        if (message["type"] == "start") {  // who we are, and how long the match is
            plays("hexabomb", message["game"]);
            player = message["player"];
            special = message["special_players"];
        } else if (message["type"] == "turn") {
            // standard output is for answers only, one line each: print all else to std::cerr
            std::cout << json(choose_actions(state_of(message["state"]), player, special == 0)) << std::endl;
        } else {
            std::cerr << "winner: " << message["winner"] << " we are: " << player << std::endl;
        }
    }
}
