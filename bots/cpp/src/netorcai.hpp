// A small netorcai client, and helpers for the board of hexabomb: neighbours, blast and danger. Needs C++17 and
// nlohmann-json 3.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX  // or windows.h takes min and max
#endif
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace netorcai {

using json = nlohmann::json;

inline const std::string VERSION = "2.0.0";       // of the metaprotocol
inline constexpr std::size_t MAX_SIZE = 16777215;  // bytes of a frame
inline constexpr int PATIENCE = 10;                // seconds to wait for the answer to the login

// Something went wrong between us and the server. Its text is one line for the user.
struct Error : std::runtime_error {
    explicit Error(std::string text) : std::runtime_error((std::replace(text.begin(), text.end(), '\n', ' '), text)) {}
};

// The server has sent us away; the text says why.
struct Kicked : Error {
    explicit Kicked(const std::string& reason) : Error("kicked by the server: " + reason) {}
};

// ---- The board. ----

// A place on the board.
struct Cell {
    int q = 0, r = 0;
    bool operator<(const Cell& other) const { return std::pair(q, r) < std::pair(other.q, other.r); }
    bool operator==(const Cell& other) const { return q == other.q && r == other.r; }
};

using Board = std::map<Cell, int>;  // the color of every cell there is; 0: nobody's, else a player's id + 1

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

// The game starts: who we are, how many play (ordinary and special players), how long, and the first state.
struct GameStarts {
    int player_id, nb_players, nb_special_players, nb_turns_max;
    State initial_game_state;
};

// A turn: its number, from 0, and the state to answer to.
struct Turn { int turn_number; State game_state; };

// The game has ended. winner_player_id: -1 if nobody won.
struct GameEnds { int winner_player_id = -1; };

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

// The cells that a bomb covers: its own, and up to range cells in each direction, ended by the first missing one.
inline std::set<Cell> blast(const Board& board, Cell cell, int range) {
    std::set<Cell> covered{cell};
    for (const Direction& d : DIRECTIONS) {
        for (int step = 1; step <= range; step++) {
            Cell target{cell.q + step * d.q, cell.r + step * d.r};
            if (!board.count(target)) break;
            covered.insert(target);
        }
    }
    return covered;
}

// The cells that go up within so many turns; 1: at the end of this one. A bomb that a blast covers goes up with it.
inline std::set<Cell> danger(const Board& board, std::vector<Bomb> waiting, int turns) {
    std::set<Cell> hot;
    for (std::size_t i = 0; i < waiting.size();) {
        if (waiting[i].delay > turns && !hot.count(waiting[i].cell)) {
            i++;
            continue;
        }
        hot.merge(blast(board, waiting[i].cell, waiting[i].range));
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
        i = 0;  // it may have lit one that was passed over
    }
    return hot;
}

// ---- Frames: 4 bytes of size, little-endian, then JSON and a line feed. ----

using Reader = std::function<std::size_t(char* to, std::size_t size)>;  // returns how many bytes; 0 at the end

// The bytes of one message.
inline std::string write_frame(const json& message) {
    std::string content = message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    if (content.size() >= MAX_SIZE)
        throw Error("a message of " + std::to_string(content.size()) + " bytes is too big to send: under " +
                    std::to_string(MAX_SIZE) + " expected");
    std::string size;
    for (int shift = 0; shift < 32; shift += 8) size += static_cast<char>(content.size() >> shift & 0xff);
    return size + content;
}

inline std::string read_exactly(const Reader& read, std::size_t size) {
    std::string content(size, '\0');
    for (std::size_t got = 0; got < size;) {
        std::size_t part = read(&content[got], size - got);
        if (part == 0) throw Error("the server closed the connection before the game had ended");
        got += part;
    }
    return content;
}

// Waits for one whole message.
inline json read_frame(const Reader& read) {
    std::size_t size = 0;
    int shift = 0;
    for (char c : read_exactly(read, 4)) {
        size |= static_cast<std::size_t>(static_cast<unsigned char>(c)) << shift;
        shift += 8;
    }
    if (size > MAX_SIZE)
        throw Error("the server announces " + std::to_string(size) + " bytes: at most " + std::to_string(MAX_SIZE) +
                    " expected; is it a netorcai server?");
    std::string content = read_exactly(read, size);
    json message;
    try {
        if (content.find('\0') != std::string::npos) throw Error("the server sent something that is not JSON: a byte 0");
        message = json::parse(content);
    } catch (const json::exception& error) {
        throw Error(std::string("the server sent something that is not JSON: ") + error.what());
    }
    if (!message.is_object() || !message.contains("message_type") || !message["message_type"].is_string())
        throw Error("the server sent something that is not a message: an object with a message_type expected");
    return message;
}

// ---- Reading messages. ----

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

// ---- The connection. ----

inline std::string environment(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : otherwise;
}

inline std::string port() {
    std::string text = environment("NETORCAI_PORT", "4242");
    bool digits = text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || std::stoi(text) < 1 || std::stoi(text) > 65535)
        throw Error("NETORCAI_PORT is '" + text + "': a number from 1 to 65535 expected");
    return text;
}

// What differs between systems.
#ifdef _WIN32
using Socket = SOCKET;
inline const Socket NO_SOCKET = INVALID_SOCKET;
inline void start_network() { WSADATA data; WSAStartup(MAKEWORD(2, 2), &data); }
inline void close_socket(Socket s) { closesocket(s); }
inline bool refused() { return WSAGetLastError() == WSAECONNREFUSED; }
inline bool interrupted() { return false; }
inline std::string why() { return "error " + std::to_string(WSAGetLastError()); }
inline bool readable(Socket s, int milliseconds) { WSAPOLLFD p{s, POLLRDNORM, 0}; return WSAPoll(&p, 1, milliseconds) != 0; }
inline constexpr int SEND_FLAGS = 0;
#else
using Socket = int;
inline const Socket NO_SOCKET = -1;
inline void start_network() {}
inline void close_socket(Socket s) { ::close(s); }
inline bool refused() { return errno == ECONNREFUSED; }
inline bool interrupted() { return errno == EINTR; }
inline std::string why() { return std::strerror(errno); }
inline bool readable(Socket s, int milliseconds) { pollfd p{s, POLLIN, 0}; return ::poll(&p, 1, milliseconds) != 0; }
#ifdef MSG_NOSIGNAL
inline constexpr int SEND_FLAGS = MSG_NOSIGNAL;  // a closed connection is an error, not a signal
#else
inline constexpr int SEND_FLAGS = 0;
#endif
#endif

inline Socket connect(const std::string& host, const std::string& port) {
    start_network();
    addrinfo wanted{}, *found = nullptr;
    wanted.ai_socktype = SOCK_STREAM;
    std::string problem = "nobody knows this host";
    bool all_refused = false;
    if (getaddrinfo(host.c_str(), port.c_str(), &wanted, &found) == 0) {
        for (addrinfo* a = found; a != nullptr; a = a->ai_next) {
            Socket s = ::socket(a->ai_family, a->ai_socktype, a->ai_protocol);
            if (s == NO_SOCKET) continue;
            if (::connect(s, a->ai_addr, static_cast<socklen_t>(a->ai_addrlen)) == 0) {
                freeaddrinfo(found);
                int on = 1;  // send every answer at once
                setsockopt(s, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
                return s;
            }
            all_refused = refused();
            problem = why();
            close_socket(s);
        }
        freeaddrinfo(found);
    }
    if (all_refused)
        throw Error("no server listens on " + host + ":" + port + ": start one (blastyard play --wait 1 --port " + port +
                    "), or set NETORCAI_HOST and NETORCAI_PORT");
    throw Error("cannot connect to " + host + ":" + port + ": " + problem + ": look at NETORCAI_HOST and NETORCAI_PORT");
}

// One connection to a netorcai server: wait_for_start, then next_turn and act until there is no more turn.
class Client {
public:
    // Connects to NETORCAI_HOST:NETORCAI_PORT (default localhost:4242) and logs in. nickname: 1 to 10 characters without
    // blanks. role: "player", or "special player" for the hunter of sudden death.
    explicit Client(const std::string& nickname, const std::string& role = "player")
        : socket(connect(environment("NETORCAI_HOST", "localhost"), port())) {
        try {
            send({{"message_type", "LOGIN"}, {"nickname", nickname}, {"role", role}, {"metaprotocol_version", VERSION}});
            patience = PATIENCE * 1000;
            receive({"LOGIN_ACK"});
            patience = -1;
        } catch (...) {
            close_socket(socket);
            throw;
        }
    }
    ~Client() { close_socket(socket); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    GameEnds game_ends;  // how the game has ended, after next_turn has returned nothing

    // Waits for the game to start.
    GameStarts wait_for_start() {
        json m = receive({"GAME_STARTS"});
        return read(m, [&] {
            return GameStarts{m.at("player_id").get<int>(), m.at("nb_players").get<int>(), m.at("nb_special_players").get<int>(),
                              m.at("nb_turns_max").get<int>(), state_of(m.at("initial_game_state"))};
        });
    }

    // Waits for the next turn; nothing when the game has ended. Answer each one with act.
    std::optional<Turn> next_turn() {
        json m = receive({"TURN", "GAME_ENDS"});
        return read(m, [&]() -> std::optional<Turn> {
            if (m.at("message_type") == "GAME_ENDS") {
                game_ends = {m.at("winner_player_id").get<int>()};
                return std::nullopt;
            }
            turn_number = m.at("turn_number").get<int>();
            return Turn{turn_number, state_of(m.at("game_state"))};
        });
    }

    // Sends our actions for the last turn; none: do nothing. Call it once a turn.
    void act(const std::vector<Action>& actions) {
        send({{"message_type", "TURN_ACK"}, {"turn_number", turn_number}, {"actions", actions}});
    }

private:
    Socket socket;
    int turn_number = -1;
    int patience = -1;  // milliseconds to wait for a message; -1: for ever

    template <typename F>
    static auto read(const json& message, F f) -> decltype(f()) {
        try {
            return f();
        } catch (const json::exception& error) {
            throw Error("the server sent a " + message.at("message_type").get<std::string>() +
                        " that is not of hexabomb: " + error.what());
        }
    }

    void send(const json& message) {
        std::string frame = write_frame(message);
        for (std::size_t sent = 0; sent < frame.size();) {
            auto part = ::send(socket, &frame[sent], frame.size() - sent, SEND_FLAGS);
            if (part < 0 && interrupted()) continue;
            if (part <= 0) {
                std::string problem = why();
                find_last_kick();  // it says more
                throw Error("cannot send to the server: " + problem);
            }
            sent += static_cast<std::size_t>(part);
        }
    }

    // A server that kicks us closes the connection; its reason may still wait to be read.
    void find_last_kick() {
        patience = 1000;
        try {
            while (true) receive({});
        } catch (const Kicked&) {
            throw;
        } catch (const Error&) {
        }
    }

    json receive(std::initializer_list<std::string> expected) {
        json message = read_frame([this](char* to, std::size_t size) {
            while (true) {
                if (!readable(socket, patience)) throw Error("the server does not answer");
                auto part = ::recv(socket, to, size, 0);
                if (part >= 0) return static_cast<std::size_t>(part);
                if (!interrupted()) throw Error("cannot read from the server: " + why());
            }
        });
        std::string type = message["message_type"], wanted;
        if (type == "KICK") throw Kicked(message.value("kick_reason", "no reason given"));
        for (const std::string& e : expected) {
            if (e == type) return message;
            wanted += (wanted.empty() ? "" : " or ") + e;
        }
        if (!wanted.empty()) throw Error("the server sent " + type + ": " + wanted + " expected");
        return message;
    }
};

}  // namespace netorcai
