// A starter bot for 2016-Bomberman over standard input and output: bombs walls and players. Make it better!
#include <sstream>

#include "board.hpp"

// Looks at the state of the game and returns a command.
int choose(const State& state, const Player& me) {
    const Cell here = me.cell;
    // draw("{\"circle\":[" + std::to_string(here.x) + "," + std::to_string(here.y) + "]}"); // to see it on the page
    // Others may trigger their bombs: be ready, if that leaves a way. Our cell is free when we have left it.
    const State wary = triggered(without(state, me), [&](const Bomb& b) { return b.owner != me.key; });
    const std::set<Cell> free = free_cells(wary);
    const auto hot = danger(wary);
    const std::vector<int> sure = ways_out(wary, here), ways = sure.empty() ? ways_out(state, here) : sure;
    // What a bomb there would hit: soft walls that no bomb breaks yet, and other players.
    const auto gain = [&](Cell cell) {
        int hits = 0;
        const std::set<Cell> covered = blast(wary, {me.key, me.bomb_radius, bomb_of(me).timer, cell});
        for (Cell c : covered) hits += wary.soft_walls.count(c) && !hot.count(c);
        for (const Player& p : wary.players) hits += !p.killed && covered.count(p.cell);
        return hits;
    };
    const auto safe = [&](Cell cell) { return !ways_out(wary, cell, bomb_of(me)).empty(); };

    const std::vector<Bomb> mine = bombs_of(state, me.key), &all = state.bombs;
    const bool bombed = std::any_of(all.begin(), all.end(), [&](const Bomb& b) { return b.cell == here; });
    if (static_cast<int>(mine.size()) < me.bomb_bag && !bombed && gain(here) > 0 && safe(here)) return PLACE_BOMB;
    if (!mine.empty() && mine[0].timer > 2) {
        const auto out = ways_out(triggered(wary, [&](const Bomb& b) { return b.cell == mine[0].cell; }), here);
        if (!out.empty() && out.back() == STAY) return TRIGGER_BOMB;  // no need to wait
    }
    std::set<std::pair<double, Cell>> goals;  // the best first: most hits for each turn; a power-up counts 4
    for (const auto& [cell, steps] : distances(free, here)) {
        const int worth = gain(cell) + (state.power_ups.count(cell) ? 4 : 0);
        if (worth > 0 && cell != here) goals.insert({-static_cast<double>(worth) / (steps + 2), cell});
    }
    for (const auto& [worth, cell] : goals) {
        const int first = path(free, here, cell)->front();
        if (std::count(ways.begin(), ways.end(), first) && (state.power_ups.count(cell) || safe(cell))) return first;
    }
    return ways.empty() ? STAY : ways[static_cast<std::size_t>(chance(state) * static_cast<double>(ways.size()))];
}

int main() {
    std::string key;  // what the program remembers stays for the whole match
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream text(line);
        const Json message = read_json(text);
        if (message["type"].text == "start") {  // who we are, and how long the match is
            plays("bomberman", message["game"].text);
            key = message["key"].text;
        } else if (message["type"].text == "turn") {
            const State state = state_of(message["state"]);
            for (const Player& me : state.players) {  // one line answers one round: print all else to std::cerr
                if (me.key == key) std::cout << "{\"command\":" << choose(state, me) << "}" << std::endl;
            }
        }
    }
}
