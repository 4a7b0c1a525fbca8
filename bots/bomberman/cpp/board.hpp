// What the board of Bomberman looks like, and helpers for it. They look and never change what they are given. Turns are
// rounds and count from now: 1 is the round that we are asked for.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Prints go out at once, so that none is lost when a round takes too long.
inline const bool PRINTS_AT_ONCE = (std::cout << std::unitbuf, std::setvbuf(stdout, nullptr, _IONBF, 0) == 0);

// A place on the board; (1, 1) is the upper left one.
struct Cell {
    int x = 0, y = 0;
    bool operator<(const Cell& other) const { return std::pair(x, y) < std::pair(other.x, other.y); }
    bool operator==(const Cell& other) const { return x == other.x && y == other.y; }
    bool operator!=(const Cell& other) const { return !(*this == other); }
};

// One of the players. bomb_bag is how many bombs it may have on the board at the same time.
struct Player { std::string key; bool killed = false; int points = 0, bomb_bag = 0, bomb_radius = 0; Cell cell; };

// A bomb, by the key of its owner; one that shows the timer 1 explodes in the coming round, before anybody moves.
struct Bomb { std::string owner; int radius = 0, timer = 0; Cell cell; };

// What we need of state.json. Power-ups under walls are not shown.
struct State {
    int round = 0;
    std::set<Cell> cells, hard_walls, soft_walls, power_ups;
    std::vector<Player> players;  // sorted by key
    std::vector<Bomb> bombs;
};

// Commands; the moves are 1 up, 2 left, 3 right, 4 down.
const int STAY = 0, PLACE_BOMB = 5, TRIGGER_BOMB = 6;

// A move and the cell where it leads.
struct Neighbour { int move = STAY; Cell cell; };

// The four moves, and what each adds to x and y.
const std::array<Neighbour, 4> MOVES{{{1, {0, -1}}, {2, {-1, 0}}, {3, {1, 0}}, {4, {0, 1}}}};

// The four cells around a cell, each with the move that leads there.
inline std::vector<Neighbour> neighbours(Cell cell) {
    std::vector<Neighbour> around;
    for (const Neighbour& m : MOVES) around.push_back({m.move, {cell.x + m.cell.x, cell.y + m.cell.y}});
    return around;
}

// The cell where a move leads; the cell itself for STAY.
inline Cell neighbour(Cell cell, int move) {
    for (const Neighbour& n : neighbours(cell)) if (n.move == move) return n.cell;
    return cell;
}

// The cells that can be entered: no wall, no bomb, no player. Power-ups are no hindrance.
inline std::set<Cell> free_cells(const State& state) {
    std::set<Cell> free;
    for (Cell c : state.cells) if (!state.hard_walls.count(c) && !state.soft_walls.count(c)) free.insert(c);
    for (const Player& p : state.players) if (!p.killed) free.erase(p.cell);
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

// The moves of a shortest way over free cells; nothing if there is no way.
inline std::optional<std::vector<int>> path(const std::set<Cell>& free, Cell from, Cell to) {
    std::map<Cell, Neighbour> came{{from, {}}};  // by cell: the move that led there, and from where
    std::vector<Cell> queue{from};
    for (std::size_t i = 0; i < queue.size(); i++)
        for (const Neighbour& next : neighbours(queue[i]))
            if (free.count(next.cell) && came.insert({next.cell, {next.move, queue[i]}}).second) queue.push_back(next.cell);
    if (!came.count(to)) return std::nullopt;
    std::vector<int> way;
    for (Cell at = to; at != from; at = came[at].cell) way.insert(way.begin(), came[at].move);
    return way;
}

// The cells that a bomb covers as the board is now: its own, and up to its radius in each direction. A hard wall ends it
// before, a wall that breaks or another bomb ends it and is covered.
inline std::set<Cell> blast(const State& state, const Bomb& bomb) {
    std::set<Cell> covered{bomb.cell}, bombs;
    for (const Bomb& b : state.bombs) bombs.insert(b.cell);
    for (const Neighbour& m : MOVES) {
        for (int step = 1; step <= bomb.radius; step++) {
            const Cell target{bomb.cell.x + step * m.cell.x, bomb.cell.y + step * m.cell.y};
            if (!state.cells.count(target) || state.hard_walls.count(target)) break;
            covered.insert(target);
            if (state.soft_walls.count(target) || bombs.count(target)) break;
        }
    }
    return covered;
}

// The bomb that a player would place where it stands.
inline Bomb bomb_of(const Player& p) { return {p.key, p.bomb_radius, std::min(9, 3 * p.bomb_bag) + 1, p.cell}; }

// The bombs of a player, by its key, the one that explodes first in front: a trigger is for that one.
inline std::vector<Bomb> bombs_of(const State& state, const std::string& key) {
    std::vector<Bomb> bombs;
    for (const Bomb& b : state.bombs) if (b.owner == key) bombs.push_back(b);
    std::stable_sort(bombs.begin(), bombs.end(), [](const Bomb& a, const Bomb& b) { return a.timer < b.timer; });
    return bombs;
}

// The state without a player, whose cell is free when it has left it.
inline State without(State state, const Player& player) {
    const auto is = [&](const Player& p) { return p.key == player.key; };
    state.players.erase(std::remove_if(state.players.begin(), state.players.end(), is), state.players.end());
    return state;
}

// The state as if some bombs were triggered in this turn: they explode in turn 2, if not before.
template <typename Which>
State triggered(State state, Which which) {
    for (Bomb& b : state.bombs) if (which(b)) b.timer = std::min(b.timer, 2);
    return state;
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

// A random number from 0 to below 1, another one in each turn: the same ones in a match with the same seed.
inline double chance(const State& state) {
    const char* seed = std::getenv("BLASTYARD_SEED");
    const auto start = seed ? static_cast<std::uint32_t>(std::strtoul(seed, nullptr, 10)) : 1u;
    return Numbers{start + static_cast<std::uint32_t>(state.round)}();
}

// For each cell the turns in which a blast covers it, ascending. Who stands there dies before it moves, and who goes
// there dies, too. A bomb that a blast covers explodes with it. Nobody is expected to trigger a bomb.
inline std::map<Cell, std::vector<int>> danger(State state) {
    std::map<Cell, std::vector<int>> turns;
    for (int turn = 1; !state.bombs.empty(); turn++) {
        std::set<Cell> covered;
        std::vector<Bomb> lit;
        for (const Bomb& b : state.bombs) if (b.timer <= turn) lit.push_back(b);
        for (std::size_t i = 0; i < lit.size(); i++) {
            for (Cell c : blast(state, lit[i])) {
                if (!covered.insert(c).second) continue;
                for (const Bomb& b : state.bombs) if (b.cell == c) lit.push_back(b);  // it explodes, too
            }
        }
        std::vector<Bomb> waiting;
        for (const Bomb& b : state.bombs) if (!covered.count(b.cell)) waiting.push_back(b);
        state.bombs = waiting;
        for (Cell c : covered) {
            turns[c].push_back(turn);
            state.soft_walls.erase(c);
        }
    }
    return turns;
}

// The search of ways_out.
struct Escape {
    const State& state;
    std::set<Cell> free;
    std::map<Cell, std::vector<int>> hot;
    int last = 0;  // the last turn with a blast
    std::map<std::pair<int, Cell>, bool> known;

    bool burns(Cell c, int turn) const {
        auto found = hot.find(c);
        return found != hot.end() && std::count(found->second.begin(), found->second.end(), turn) > 0;
    }

    // Can a cell be entered in a turn? What is in the way goes with the first blast, to the end of its turn.
    bool enterable(Cell c, int turn) const {
        if (free.count(c)) return true;
        auto found = hot.find(c);
        return found != hot.end() && found->second.front() < turn;
    }

    // Can who goes from a cell to another in a turn live on from there?
    bool survives(Cell from, Cell to, int turn) {
        if (burns(from, turn) || burns(to, turn) || (to != from && !enterable(to, turn))) return false;
        if (turn >= last) return true;
        auto found = known.find({turn, to});
        if (found != known.end()) return found->second;
        bool lives = survives(to, to, turn + 1);
        for (const Neighbour& n : neighbours(to)) lives = lives || survives(to, n.cell, turn + 1);
        return known[{turn, to}] = lives;
    }
};

// The moves, and STAY, with which a player on a cell can outlive all bombs, if no other moves, bombs or triggers. With a
// bomb (its radius, and the timer that it will show), this turn goes into placing it, and the moves are those of the next.
inline std::vector<int> ways_out(const State& now, Cell cell, std::optional<Bomb> bomb = std::nullopt) {
    State state = now;
    if (bomb) state.bombs.push_back({bomb->owner, bomb->radius, bomb->timer + 1, cell});
    Escape escape{state, free_cells(state), danger(state), 0, {}};
    for (const auto& [place, turns] : escape.hot) escape.last = std::max(escape.last, turns.back());
    bool bombed = false;
    for (const Bomb& b : state.bombs) bombed = bombed || b.cell == cell;
    if (!bombed) escape.free.insert(cell);  // the player can come back
    std::vector<int> moves;
    if (bomb && escape.burns(cell, 1)) return moves;
    for (const Neighbour& n : neighbours(cell))
        if (escape.survives(cell, n.cell, bomb ? 2 : 1)) moves.push_back(n.move);
    if (escape.survives(cell, cell, bomb ? 2 : 1)) moves.push_back(STAY);
    return moves;
}

// Ends the program with one line if a match is of another game than its bot.
inline void plays(const std::string& game, const std::string& match) {
    if (match == game) return;
    std::cerr << "this bot plays " << game << ", and the match is one of " << match << std::endl;
    std::exit(1);
}

// Draws on the board of the page; shape is JSON, such as {"cell":[2,3],"color":"red"}.
inline void draw(const std::string& shape) { std::cerr << "@draw " << shape << std::endl; }

// ---- Reading the state. ----

// A JSON value: an object has fields, an array items; of all else there is the text.
struct Json {
    std::map<std::string, Json> fields;
    std::vector<Json> items;
    std::string text;
    const Json& operator[](const char* name) const { return fields.at(name); }
    int number() const { return std::stoi(text); }
    bool null() const { return text == "null"; }
};

inline Json read_json(std::istream& in) {
    Json value;
    char c = 0;
    in >> c;
    const char kind = c;
    if (kind == '{' || kind == '[') {
        while (in >> c && c != '}' && c != ']') {
            if (c == ',') continue;
            in.putback(c);
            std::string name;
            if (kind == '[') value.items.push_back(read_json(in));
            else if (in >> std::quoted(name) >> c) value.fields[name] = read_json(in);  // c is the colon
        }
    } else if (kind == '"') {
        in.putback(c) >> std::quoted(value.text);
    } else {  // a number, null, true or false
        for (value.text = c; std::isalnum(in.peek()) || in.peek() == '.';) value.text += static_cast<char>(in.get());
    }
    if (!in) throw std::runtime_error("the state is not JSON, or is cut off");
    return value;
}

inline Cell cell_of(const Json& o) { return {o["Location"]["X"].number(), o["Location"]["Y"].number()}; }

inline State state_of(const Json& o) {
    State state;
    state.round = o["CurrentRound"].number();
    for (const Json& p : o["RegisteredPlayerEntities"].items)
        state.players.push_back({p["Key"].text, p["Killed"].text == "true", p["Points"].number(), p["BombBag"].number(),
                                 p["BombRadius"].number(), cell_of(p)});
    for (const Json& column : o["GameBlocks"].items) {
        for (const Json& block : column.items) {
            const Cell cell = cell_of(block);
            const Json &entity = block["Entity"], &bomb = block["Bomb"];
            const std::string type = entity.null() ? "" : entity["$type"].text;
            state.cells.insert(cell);
            if (type.find(".IndestructibleWall") != std::string::npos) state.hard_walls.insert(cell);
            if (type.find(".DestructibleWall") != std::string::npos) state.soft_walls.insert(cell);
            if (!block["PowerUp"].null()) state.power_ups.insert(cell);
            if (!bomb.null()) state.bombs.push_back({bomb["Owner"]["Key"].text, bomb["BombRadius"].number(), bomb["BombTimer"].number(), cell});
        }
    }
    return state;
}

// ---- A round. ----

// A round: the state, who we are, and the folder for our command. The bot's arguments are its key and the folder.
struct Round {
    std::filesystem::path folder;
    State state;
    Player me;

    Round(const std::string& key, const std::string& given) : folder(given) {
        if (exists(folder / key)) folder /= key;  // our own folder in that of the round
        std::ifstream file(folder / "state.json");
        state = state_of(read_json(file));
        for (const Player& p : state.players) if (p.key == key) me = p;
    }
    void answer(int command) const { std::ofstream(folder / "move.txt") << command; }
};
