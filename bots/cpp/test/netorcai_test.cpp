// Tests of netorcai.hpp: g++ -std=c++17 -o netorcai_test test/netorcai_test.cpp && ./netorcai_test ../testdata/frames.json
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

    // A corridor with a gap: x+ from (0,0) to (3,0), then (5,0) to (8,0); and a cell above (2,0).
    Board board;
    for (int q : {0, 1, 2, 3, 5, 6, 7, 8}) board[{q, 0}] = 0;
    board[{2, -1}] = 0;
    check("blast", blast(board, {1, 0}, 4) == std::set<Cell>{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {2, -1}});
    check("blast of range 2", blast(board, {8, 0}, 2) == std::set<Cell>{{6, 0}, {7, 0}, {8, 0}});

    std::vector<Bomb> bombs{{2, 2, 4, {7, 0}}, {1, 2, 3, {0, 0}}, {1, 2, 2, {5, 0}}};
    check("nothing yet", danger(board, bombs, 1).empty());
    check("one sets off another", danger(board, bombs, 2) == std::set<Cell>{{5, 0}, {6, 0}, {7, 0}, {8, 0}});
    check("all", danger(board, bombs, 3).size() == 7);
}

int main(int, char** argv) {
    std::ifstream file(argv[1]);
    frames(json::parse(file));
    board();
    std::cout << checks << " checks passed" << std::endl;
}
