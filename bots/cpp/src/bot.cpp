// A starter bot for hexabomb: walks to fresh cells, bombs now and then, keeps out of blasts. Make it better!
#include <iostream>
#include <random>

#include "netorcai.hpp"

using namespace netorcai;

const std::string NICKNAME = "mybot";  // 1 to 10 characters without blanks
std::mt19937 generator{std::random_device{}()};
std::size_t chance(std::size_t n) { return generator() % n; }  // from 0 to n - 1

// Looks at the state of the game and returns one action for each of our characters.
std::vector<Action> choose_actions(const State& state, int player_id, bool may_revive) {
    const int my_color = player_id + 1;
    std::set<Cell> bombs, hot = danger(state.board, state.bombs, 2);  // hot: go up within two turns
    for (const Bomb& b : state.bombs) bombs.insert(b.cell);
    std::set<Cell> taken = bombs;  // nobody can enter these
    for (const Character& c : state.characters) if (c.alive) taken.insert(c.cell);

    std::vector<Action> actions;
    for (const Character& me : state.characters) {
        if (me.color != my_color) continue;  // somebody else's
        if (!me.alive) {
            if (may_revive && me.revive_delay == 0 && taken.insert(me.cell).second) actions.push_back(revive(me.id));
            continue;
        }
        // Where could it go? Only onto cells that exist and hold neither a character nor a bomb.
        std::vector<Neighbour> free, safe, fresh;
        for (const Neighbour& way : neighbours(me.cell)) {
            if (!state.board.count(way.cell) || taken.count(way.cell)) continue;
            free.push_back(way);
            if (!hot.count(way.cell)) safe.push_back(way);
            if (!hot.count(way.cell) && state.board.at(way.cell) != my_color) fresh.push_back(way);
        }
        if (me.bomb_count > 0 && !safe.empty() && !hot.count(me.cell) && !bombs.count(me.cell) && chance(10) == 0) {
            actions.push_back(bomb(me.id, 2 + static_cast<int>(chance(3)), 4));  // range and delay
        } else if (!safe.empty() || (!free.empty() && hot.count(me.cell))) {
            const auto& choice = !fresh.empty() ? fresh : !safe.empty() ? safe : free;
            const Neighbour& way = choice[chance(choice.size())];
            taken.insert(way.cell);  // so that our next character does not want to go there, too
            actions.push_back(move(me.id, way.direction));
        }
    }
    return actions;
}

int main() try {
    Client client(NICKNAME);
    GameStarts game = client.wait_for_start();
    bool may_revive = game.nb_special_players == 0;  // in sudden death the dead stay dead
    while (auto turn = client.next_turn()) client.act(choose_actions(turn->game_state, game.player_id, may_revive));
    // Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
    std::cout << "winner: " << client.game_ends.winner_player_id << " we are: " << game.player_id << std::endl;
} catch (const Error& error) {
    std::cerr << "bot: " << error.what() << std::endl;
    return 1;
}
