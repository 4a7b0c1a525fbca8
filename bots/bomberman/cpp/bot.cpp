// A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, lives. Make it better! Each round it is
// started anew with its key and the folder of the round: it reads state.json there and writes move.txt.
#include "board.hpp"

// Looks at the state of the game and returns a command.
int choose(const State& state, const Player& me) {
    const Cell here = me.cell;
    // draw("{\"circle\":[" + std::to_string(here.x) + "," + std::to_string(here.y) + "]}"); // to see it on the page
    // Others may trigger their bombs: be ready for it, if that leaves a way. Our cell is free when we have left it.
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

    const std::vector<Bomb> mine = bombs_of(state, me.key);
    const auto& all = state.bombs;
    const bool bombed = std::any_of(all.begin(), all.end(), [&](const Bomb& b) { return b.cell == here; });
    if (static_cast<int>(mine.size()) < me.bomb_bag && !bombed && gain(here) > 0 && safe(here)) return PLACE_BOMB;
    if (!mine.empty() && mine[0].timer > 2) {
        const auto out = ways_out(triggered(wary, [&](const Bomb& b) { return b.cell == mine[0].cell; }), here);
        if (!out.empty() && out.back() == STAY) return TRIGGER_BOMB;  // no need to wait
    }
    // Go where most is to be had for each turn: a power-up is worth four walls. The best goal first.
    std::set<std::pair<double, Cell>> goals;
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

int main(int, char* argv[]) {
    const Round round(argv[1], argv[2]);
    const int command = choose(round.state, round.me);
    round.answer(command);
    std::cout << "command " << command << std::endl;  // goes to log.txt
}
