// A starter bot for 2016-Bomberman: walks at random and bombs now and then. Make it better!
// Each round it is started anew with two arguments, its key and the folder of the round. There it reads state.json, and
// writes its command into move.txt.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

// A JSON value: an object has fields, an array items; of all else there is the text.
struct Json {
    std::map<std::string, Json> fields;
    std::vector<Json> items;
    std::string text;
    const Json& operator[](const char* name) const { return fields.at(name); }
    int number() const { return std::stoi(text); }
};

Json read(std::istream& in) {
    Json value;
    char c = 0;
    in >> c;
    const char kind = c;
    if (kind == '{' || kind == '[') {
        while (in >> c && c != '}' && c != ']') {
            if (c == ',') continue;
            in.putback(c);
            std::string name;
            if (kind == '[') value.items.push_back(read(in));
            else if (in >> std::quoted(name) >> c) value.fields[name] = read(in); // c is the colon
        }
    } else if (kind == '"') {
        in.putback(c) >> std::quoted(value.text);
    } else { // a number, null, true or false
        for (value.text = c; std::isalnum(in.peek()) || in.peek() == '.'; ) value.text += char(in.get());
    }
    return value;
}

const int PLACE_BOMB = 5, TRIGGER_BOMB = 6;
// What the moves 1 up, 2 left, 3 right, 4 down add to x and y. (1, 1) is the upper left block of the map.
const int STEPS[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};

// Looks at the state of the game and returns a command.
int choose(const Json& state, const std::string& key) {
    std::mt19937 random(std::random_device{}());
    auto chance = [&](double p) { return std::bernoulli_distribution(p)(random); };
    const Json& me = state["RegisteredPlayerEntities"].items.at(key[0] - 'A'); // players are sorted by key
    const int x = me["Location"]["X"].number(), y = me["Location"]["Y"].number();
    std::vector<int> free; // where could we go? An entity is a wall or a player; an open power-up is no hindrance
    for (int i = 0; i < 4; i++) {
        const Json& block = state["GameBlocks"].items[x + STEPS[i][0] - 1].items[y + STEPS[i][1] - 1];
        if (block["Entity"].text == "null" && block["Bomb"].text == "null") free.push_back(i + 1);
    }
    int mine = 0; // how many bombs are ours? A blast runs along rows and columns only
    bool safe = true;
    for (const Json& column : state["GameBlocks"].items) for (const Json& block : column.items) {
        if (block["Bomb"].text == "null" || block["Bomb"]["Owner"]["Key"].text != key) continue;
        mine++;
        safe = safe && block["Location"]["X"].number() != x && block["Location"]["Y"].number() != y;
    }
    if (mine > 0 && safe && chance(0.3)) return TRIGGER_BOMB;
    if (free.empty() || (mine < me["BombBag"].number() && chance(0.15))) return PLACE_BOMB;
    return free[std::uniform_int_distribution<int>(0, int(free.size()) - 1)(random)];
}

int main(int, char* argv[]) {
    std::filesystem::path folder = argv[2];
    if (exists(folder / argv[1])) folder /= argv[1]; // our own folder in that of the round
    std::ifstream file(folder / "state.json");
    const int command = choose(read(file), argv[1]);
    std::ofstream(folder / "move.txt") << command;
    std::cout << "command " << command << std::endl; // goes to log.txt
}
