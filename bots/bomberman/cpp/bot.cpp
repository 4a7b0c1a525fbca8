// A starter bot for 2016-Bomberman: breaks walls, takes power-ups, attacks who comes near, and stays alive. Make it
// better! Each round it is started anew with two arguments, its key and the folder of the round. There it reads
// state.json, and writes its command into move.txt.
#include "board.hpp"

// Looks at the state of the game and returns a command.
int choose(const State& state, const Player& me) {
    const Cell here = me.cell;
    const auto hot = danger(state);
    // draw("{\"circle\":[" + std::to_string(here.x) + "," + std::to_string(here.y) + "]}"); // to see it on the page
    int ours = 0;  // bombs on the board
    for (const Bomb& bomb : state.bombs) {
        if (bomb.owner != me.key) continue;
        ours++;
        if (bomb.timer > 2 && !hot.count(here)) return TRIGGER_BOMB;  // we are out of its blast
    }
    Bomb bomb = bomb_of(me);
    if (ours < me.bomb_bag && targets(state, bomb) > 0 && !ways_out(state, here, bomb).empty()) return PLACE_BOMB;

    std::set<Cell> goals;  // where there is something to do
    const std::set<Cell> free = free_cells(state);
    for (Cell cell : free) {
        bomb.cell = cell;
        if (!hot.count(cell) && (state.power_ups.count(cell) || targets(state, bomb) > 0)) goals.insert(cell);
    }
    const std::vector<int> ways = ways_out(state, here);
    int command = ways.empty() || ways.back() == STAY ? STAY : ways.front(), nearest = 1000;
    for (int way : ways) {
        if (!free.count(neighbour(here, way))) continue;
        for (const auto& [cell, steps] : distances(free, neighbour(here, way))) {
            if (!goals.count(cell) || steps >= nearest) continue;
            nearest = steps;
            command = way;
        }
    }
    return command;
}

int main(int, char* argv[]) {
    const Round round(argv[1], argv[2]);
    const int command = choose(round.state, round.me);
    round.answer(command);
    std::cout << "command " << command << std::endl;  // goes to log.txt
}
