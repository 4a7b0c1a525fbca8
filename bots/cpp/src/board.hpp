// What the board of hexabomb looks like, and helpers for it. They look and never change what they are given. Turns
// count from now: 1 is the turn that we are asked for.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "json.hpp"

namespace netorcai {

using json = nlohmann::json;

// A place on the board.
struct Cell {
    int q = 0, r = 0;
    bool operator<(const Cell& other) const { return std::pair(q, r) < std::pair(other.q, other.r); }
    bool operator==(const Cell& other) const { return q == other.q && r == other.r; }
    bool operator!=(const Cell& other) const { return !(*this == other); }
};

using Board = std::map<Cell, int>;  // the color of every cell there is; 0: neutral, else a player's id + 1

// Somebody's character; a dead one lies where it died. It may be revived when its revive_delay is 0.
struct Character { int id, color; Cell cell; bool alive; int revive_delay, bomb_count; };

// A bomb; with a delay of 1 it goes off at the end of this turn.
struct Bomb { int color, range, delay; Cell cell; };

// The state of a game; message has all of it, explosions, cell_count and score too.
struct State {
    Board board;
    std::vector<Character> characters;
    std::vector<Bomb> bombs;
    json message;
};

using Action = json;  // what one of our characters shall do

// A character goes to the next cell in a direction.
inline Action move(int id, const std::string& direction) {
    return {{"id", id}, {"movement", "move"}, {"direction", direction}};
}

// A character drops a bomb where it stands. Range and delay: from 2 to 4 (the special player: to 100).
inline Action bomb(int id, int range, int delay) {
    return {{"id", id}, {"movement", "bomb"}, {"bomb_range", range}, {"bomb_delay", delay}};
}

// A dead character lives again.
inline Action revive(int id) { return {{"id", id}, {"movement", "revive"}}; }

// A direction of the board, and what it adds to q and r.
struct Direction { std::string name; int q, r; };

inline const std::array<Direction, 6> DIRECTIONS{
    {{"x+", 1, 0}, {"y+", 1, -1}, {"z+", 0, -1}, {"x-", -1, 0}, {"y-", -1, 1}, {"z-", 0, 1}}};

// One of the cells around a cell, and the direction that leads there.
struct Neighbour { std::string direction; Cell cell; };

// The six cells around a cell. Some may not be on the board.
inline std::vector<Neighbour> neighbours(Cell cell) {
    std::vector<Neighbour> around;
    for (const Direction& d : DIRECTIONS) around.push_back({d.name, {cell.q + d.q, cell.r + d.r}});
    return around;
}

// The cell next to a cell in a direction; the cell itself for "stay".
inline Cell neighbour(Cell cell, const std::string& direction) {
    for (const Neighbour& n : neighbours(cell)) if (n.direction == direction) return n.cell;
    return cell;
}

// The cells that can be entered: they hold neither a living character nor a bomb.
inline std::set<Cell> free_cells(const State& state) {
    std::set<Cell> free;
    for (const auto& [cell, color] : state.board) free.insert(cell);
    for (const Character& c : state.characters) if (c.alive) free.erase(c.cell);
    for (const Bomb& b : state.bombs) free.erase(b.cell);
    return free;
}

// The steps from a cell to each cell that can be reached over free cells; 0 to itself.
inline std::map<Cell, int> distances(const std::set<Cell>& free, Cell from) {
    std::map<Cell, int> steps{{from, 0}};
    std::vector<Cell> queue{from};
    for (std::size_t i = 0; i < queue.size(); i++)
        for (const Neighbour& next : neighbours(queue[i]))
            if (free.count(next.cell) && steps.insert({next.cell, steps[queue[i]] + 1}).second) queue.push_back(next.cell);
    return steps;
}

// How many steps lead from a cell to another over free cells; nothing if there is no way.
inline std::optional<int> distance(const std::set<Cell>& free, Cell from, Cell to) {
    auto steps = distances(free, from);
    auto found = steps.find(to);
    return found == steps.end() ? std::nullopt : std::optional<int>(found->second);
}

// The directions of a shortest way over free cells; nothing if there is no way.
inline std::optional<std::vector<std::string>> path(const std::set<Cell>& free, Cell from, Cell to) {
    std::map<Cell, Neighbour> came{{from, {}}};  // by cell: the direction that led there, and from where
    std::vector<Cell> queue{from};
    for (std::size_t i = 0; i < queue.size(); i++)
        for (const Neighbour& next : neighbours(queue[i]))
            if (free.count(next.cell) && came.insert({next.cell, {next.direction, queue[i]}}).second) queue.push_back(next.cell);
    if (!came.count(to)) return std::nullopt;
    std::vector<std::string> way;
    for (Cell at = to; at != from; at = came[at].cell) way.insert(way.begin(), came[at].direction);
    return way;
}

// The first direction of a shortest way over free cells to the nearest cell that is wanted; "stay": there is none. Of
// equally long ways it is the one whose directions come first.
inline std::string toward(const std::set<Cell>& free, Cell from, const std::function<bool(Cell)>& wanted) {
    std::map<Cell, std::string> first{{from, "stay"}};  // by cell: the direction to begin with
    std::vector<Cell> queue{from};
    for (std::size_t i = 0; i < queue.size(); i++) {
        const Cell here = queue[i];
        if (here != from && wanted(here)) return first[here];
        for (const Neighbour& n : neighbours(here))
            if (free.count(n.cell) && first.insert({n.cell, here == from ? n.direction : first[here]}).second) queue.push_back(n.cell);
    }
    return "stay";
}

// Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the starters.
struct Numbers {
    std::uint32_t at;  // at first the seed
    double operator()() {
        at += 0x6d2b79f5u;
        std::uint32_t n = (at ^ at >> 15) * (at | 1u);
        n ^= n + (n ^ n >> 7) * (n | 61u);
        return (n ^ n >> 14) / 4294967296.0;
    }
};

// The next random number from 0 to below 1: the same ones in each match with the same seed.
inline double chance() {
    static const char* seed = std::getenv("BLASTYARD_SEED");
    static Numbers numbers{seed ? static_cast<std::uint32_t>(std::strtoul(seed, nullptr, 10)) : 1u};
    return numbers();
}

// The wish if it is in the first list that is not empty, else one of that list by lot; "stay": all are empty.
inline std::string choose(const std::string& wish, const std::vector<std::vector<std::string>>& lists) {
    for (const auto& list : lists) {
        if (std::count(list.begin(), list.end(), wish)) return wish;
        if (!list.empty()) return list[static_cast<std::size_t>(chance() * static_cast<double>(list.size()))];
    }
    return "stay";
}

// The cells that a bomb covers: its own, and up to its range in each direction, ended by the first missing cell.
inline std::set<Cell> blast(const Board& board, const Bomb& bomb) {
    std::set<Cell> covered{bomb.cell};
    for (const Direction& d : DIRECTIONS) {
        for (int step = 1; step <= bomb.range; step++) {
            Cell target{bomb.cell.q + step * d.q, bomb.cell.r + step * d.r};
            if (!board.count(target)) break;
            covered.insert(target);
        }
    }
    return covered;
}

// For each cell the turns at whose end a blast covers it, ascending. A bomb that a blast covers explodes with it.
inline std::map<Cell, std::vector<int>> danger(const Board& board, std::vector<Bomb> waiting) {
    std::map<Cell, std::vector<int>> turns;
    auto sooner = [](const Bomb& a, const Bomb& b) { return a.delay < b.delay; };
    while (!waiting.empty()) {
        auto next = std::min_element(waiting.begin(), waiting.end(), sooner);
        const Bomb first = *next;
        waiting.erase(next);
        const std::set<Cell> covered = blast(board, first);
        for (Bomb& other : waiting) if (covered.count(other.cell)) other.delay = first.delay;
        for (Cell c : covered) if (turns[c].empty() || turns[c].back() != first.delay) turns[c].push_back(first.delay);
    }
    return turns;
}

// How many cells of other colours a bomb's blast would paint in its own, without those that other bombs reach anyway; 0
// where a bomb lies already.
inline int gain(const State& state, const Bomb& bomb) {
    int cells = 0;
    const auto hot = danger(state.board, state.bombs);
    for (const Bomb& other : state.bombs) if (other.cell == bomb.cell) return 0;
    for (Cell c : blast(state.board, bomb)) cells += state.board.at(c) != bomb.color && !hot.count(c);
    return cells;
}

// The search of ways_out.
struct Escape {
    const Board& board;
    std::map<Cell, std::vector<int>> hot;
    std::map<Cell, int> blocked;  // the last turn in which nobody can enter a cell
    int last = 0;                 // the last turn with a blast
    std::map<std::pair<int, Cell>, bool> known;

    // Can who comes from a cell to another in a turn live on from there?
    bool survives(Cell from, Cell to, int turn) {
        auto wall = blocked.find(to);
        if (to != from && (!board.count(to) || (wall != blocked.end() && turn <= wall->second))) return false;
        auto blasts = hot.find(to);
        if (blasts != hot.end() && std::count(blasts->second.begin(), blasts->second.end(), turn)) return false;
        if (turn >= last) return true;
        auto found = known.find({turn, to});
        if (found != known.end()) return found->second;
        bool lives = survives(to, to, turn + 1);
        for (const Neighbour& n : neighbours(to)) lives = lives || survives(to, n.cell, turn + 1);
        return known[{turn, to}] = lives;
    }
};

// The moves (directions, and "stay") with which a character on a cell can outlive all bombs, if nobody else moves or
// drops one. With a bomb (its range and delay), this turn goes into dropping it, and the moves are those of the next.
inline std::vector<std::string> ways_out(const State& state, Cell cell, std::optional<Bomb> bomb = std::nullopt) {
    std::vector<Bomb> bombs = state.bombs;
    if (bomb) bombs.push_back({bomb->color, bomb->range, bomb->delay + 1, cell});
    Escape escape{state.board, danger(state.board, bombs), {}, 0, {}};
    for (const auto& [place, turns] : escape.hot) escape.last = std::max(escape.last, turns.back());
    std::vector<Cell> taken;  // for good, or until a blast covers them
    for (const Character& c : state.characters) if (c.alive && c.cell != cell) taken.push_back(c.cell);
    for (const Bomb& b : bombs) taken.push_back(b.cell);
    for (Cell c : taken) escape.blocked[c] = escape.hot.count(c) ? escape.hot[c].front() : escape.last + 1;
    std::vector<std::string> moves;
    if (bomb && !escape.survives(cell, cell, 1)) return moves;
    for (const Neighbour& n : neighbours(cell))
        if (escape.survives(cell, n.cell, bomb ? 2 : 1)) moves.push_back(n.direction);
    if (escape.survives(cell, cell, bomb ? 2 : 1)) moves.push_back("stay");
    return moves;
}

// Ends the program with one line if a match is of another game than its bot.
inline void plays(const std::string& game, const std::string& match) {
    if (match == game) return;
    std::cerr << "this bot plays " << game << ", and the match is one of " << match << std::endl;
    std::exit(1);
}

// Draws on the board of the page, such as draw({{"cell", {2, -1}}, {"color", "red"}}).
inline void draw(const json& shape) { std::cerr << "@draw " << shape << std::endl; }

// ---- Reading a state. ----

inline Cell cell_of(const json& o) { return {o.at("q").get<int>(), o.at("r").get<int>()}; }

inline State state_of(const json& o) {
    State state{{}, {}, {}, o};
    for (const json& c : o.at("cells")) state.board[cell_of(c)] = c.at("color").get<int>();
    for (const json& c : o.at("characters"))
        state.characters.push_back({c.at("id").get<int>(), c.at("color").get<int>(), cell_of(c), c.at("alive").get<bool>(),
                                    c.at("revive_delay").get<int>(), c.at("bomb_count").get<int>()});
    for (const json& b : o.at("bombs"))
        state.bombs.push_back({b.at("color").get<int>(), b.at("range").get<int>(), b.at("delay").get<int>(), cell_of(b)});
    return state;
}

}  // namespace netorcai
