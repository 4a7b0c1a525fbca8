// Tests of netorcai.hpp and board.hpp:
// g++ -std=c++17 -o units test/netorcai_test.cpp && ./units ../testdata/frames.json ../testdata/helpers-hexabomb.json
#include "../src/netorcai.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>

using namespace netorcai;

int checks = 0;

void check(const std::string& name, bool holds, const std::string& got = "") {
    checks++;
    if (holds) return;
    std::cerr << "failed: " << name << " " << got << std::endl;
    std::exit(1);
}

std::string bytes(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

// Gives the bytes of a text, at most so many at a time.
Reader reader(std::string text, std::size_t most) {
    return [text, most, at = std::size_t{0}](char* to, std::size_t size) mutable {
        std::size_t n = std::min({size, most, text.size() - at});
        std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at), n, to);
        at += n;
        return n;
    };
}

// The text of the error that f must throw.
std::string error_of(const std::function<void()>& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

void frames(const json& vectors) {
    std::string all;
    for (const json& v : vectors["decode"]) {
        std::string name = v["name"], data = bytes(v["hex"]);
        check(name, read_frame(reader(data, MAX_SIZE)) == v["message"]);
        check(name + ", byte by byte", read_frame(reader(data, 1)) == v["message"]);
        all += data;
    }
    Reader stream = reader(all, 100);
    for (const json& v : vectors["decode"]) check(v["name"], read_frame(stream) == v["message"], "in a stream");

    for (const json& v : vectors["refuse"]) {
        std::string got = error_of([&] { read_frame(reader(bytes(v["hex"]), MAX_SIZE)); });
        bool fits = got.find(v["text"].get<std::string>()) != std::string::npos && got.find('\n') == std::string::npos;
        check(v["name"], fits, got);
    }

    for (const json& v : vectors["encode"]) {
        std::string frame = write_frame(v["message"]), content = frame.substr(4);
        check(v["name"], read_frame(reader(frame, MAX_SIZE)) == v["message"], content);
        check(v["name"], content.find('\n') == content.size() - 1, "line feed");
        std::size_t size = 0;
        for (int i = 3; i >= 0; i--) size = size << 8 | static_cast<unsigned char>(frame[static_cast<std::size_t>(i)]);
        check(v["name"], size == content.size(), "size");
    }
    std::string got = error_of([] { write_frame({{"message_type", std::string(MAX_SIZE, 'x')}}); });
    check("too big", got.find("too big to send") != std::string::npos, got);
}

void board() {
    std::string around;
    for (const Neighbour& n : neighbours({2, -1}))
        around += n.direction + " " + std::to_string(n.cell.q) + "," + std::to_string(n.cell.r) + " ";
    check("neighbours", around == "x+ 3,-1 y+ 3,-2 z+ 2,-2 x- 1,-1 y- 1,0 z- 2,0 ", around);
    check("neighbour", neighbour({2, -1}, "z-") == Cell{2, 0} && neighbour({2, -1}, "stay") == Cell{2, -1});

    const State state{{{{0, 0}, 2}, {{1, 0}, 0}, {{2, 0}, 1}, {{3, 0}, 1}}, {}, {{1, 2, 3, {1, 0}}}, {}};
    check("gain", gain({state.board, {}, {}, {}}, {1, 2, 2, {2, 0}}) == 2);  // of (0, 0) to (3, 0) those that are not of colour 1
    check("gain where another bomb goes off", gain({state.board, {}, {{1, 2, 3, {0, 0}}}, {}}, {1, 2, 2, {2, 0}}) == 0);
    check("gain where a bomb lies", gain(state, {1, 2, 2, {1, 0}}) == 0);
}

void random_numbers() {
    const std::map<unsigned, std::vector<double>> vectors{{7, {50271532, 266108690, 4195786334}},
                                                          {2147483647, {1842962257, 546041740, 1654754255}}};
    for (const auto& [seed, wants] : vectors) {
        Numbers numbers{seed};
        for (double want : wants) check("numbers", numbers() * 4294967296.0 == want, std::to_string(seed));
    }
}

// A cell of a vector, and many.
Cell cell_at(const json& v) { return {v.at(0).get<int>(), v.at(1).get<int>()}; }

std::set<Cell> cells_at(const json& list) {
    std::set<Cell> cells;
    for (const json& v : list) cells.insert(cell_at(v));
    return cells;
}

// What the helpers say of a case of helpers-hexabomb.json.
void helpers(const json& v) {
    const State state = state_of(v.at("state"));
    const std::string name = v.at("name");
    const std::set<Cell> free = free_cells(state);
    check(name + ": free cells", free == cells_at(v.at("free_cells")));
    for (const json& d : v.at("distances")) {
        std::map<Cell, int> want;
        for (const json& c : d.at("cells")) want[cell_at(c)] = c.at(2).get<int>();
        check(name + ": distances", distances(free, cell_at(d.at("from"))) == want);
    }
    for (const json& p : v.at("paths")) {
        const Cell from = cell_at(p.at("from")), to = cell_at(p.at("to"));
        const json& want = p.at("path");
        const auto got = path(free, from, to);
        check(name + ": path", got ? json(*got) == want : want.is_null(), p.dump());
        const auto steps = distance(free, from, to);
        check(name + ": distance", steps ? static_cast<std::size_t>(*steps) == want.size() : want.is_null(), p.dump());
    }
    check(name + ": bombs", v.at("blast").size() == state.bombs.size());
    for (const json& b : v.at("blast"))
        for (const Bomb& bomb : state.bombs)
            if (bomb.cell == cell_at(b.at("bomb"))) check(name + ": blast", blast(state.board, bomb) == cells_at(b.at("cells")));
    std::map<Cell, std::vector<int>> hot;
    for (const json& d : v.at("danger")) hot[cell_at(d.at("cell"))] = d.at("turns").get<std::vector<int>>();
    check(name + ": danger", danger(state.board, state.bombs) == hot);
    for (const json& w : v.at("ways_out")) {
        const json& b = w.at("bomb");
        std::optional<Bomb> bomb;
        if (!b.is_null()) bomb = Bomb{1, b.at(0).get<int>(), b.at(1).get<int>(), {}};
        const json got = ways_out(state, cell_at(w.at("cell")), bomb);
        check(name + ": ways out", got == w.at("moves"), w.dump() + " but got " + got.dump());
    }
}

// Prints and ends at once: what would be held back is lost.
[[noreturn]] void prints() {
    std::cout << "by cout" << '\n';
    std::printf("by printf\n");
    std::_Exit(0);
}

int main(int, char** argv) {
    if (std::string(argv[1]) == "prints") prints();
    std::ifstream file(argv[1]);
    frames(json::parse(file));
    board();
    random_numbers();
    std::ifstream vectors(argv[2]);
    const json cases = json::parse(vectors).at("cases");
    check("cases", cases.size() >= 40);
    for (const json& v : cases) helpers(v);
    std::cout << checks << " checks passed" << std::endl;
}
