// A small netorcai client for hexabomb. Needs C++17.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "board.hpp"
#include "json.hpp"

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

// Prints go out at once, so that they are shown with their turn.
inline const bool PRINTS_AT_ONCE = (std::cout << std::unitbuf, std::setvbuf(stdout, nullptr, _IONBF, 0) == 0);

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

// The game starts: who we are, how many play (ordinary and special players), how long, and the first state.
struct GameStarts {
    int player_id, nb_players, nb_special_players, nb_turns_max;
    State initial_game_state;
};

// A turn: its number, from 0, and the state to answer to.
struct Turn { int turn_number; State game_state; };

// The game has ended. winner_player_id: -1 if nobody won.
struct GameEnds { int winner_player_id = -1; };

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
