import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small netorcai client for hexabomb. Needs Gson and Java 17. */
public final class Netorcai {
    public static final String VERSION = "2.0.0"; // of the metaprotocol
    public static final int MAX_SIZE = 16_777_215; // bytes of a frame
    private static final int PATIENCE = 10_000; // milliseconds to wait for the connection and the answer to the login
    private static final Gson JSON = new GsonBuilder().setStrictness(Strictness.STRICT)
            .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES).create();

    private Netorcai() {}

    /** Something went wrong between us and the server. Its message is one line for the user. */
    public static class NetorcaiError extends Exception {
        private static final long serialVersionUID = 1;

        public NetorcaiError(String message) {
            super(message.replaceAll("\\s+", " "));
        }
    }

    /** The server has sent us away; the message says why. */
    public static final class Kicked extends NetorcaiError {
        private static final long serialVersionUID = 1;

        public Kicked(String reason) {
            super("kicked by the server: " + reason);
        }
    }

    /** A place on the board. */
    public record Cell(int q, int r) {}

    /** A cell and its color: 0: neutral, else a player's id + 1. */
    public record ColoredCell(int q, int r, int color) {}

    /** Somebody's character; a dead one lies where it died. It may be revived when its reviveDelay is 0. */
    public record Character(int id, int color, int q, int r, boolean alive, int reviveDelay, int bombCount) {
        public Cell cell() {
            return new Cell(q, r);
        }
    }

    /** A bomb; with a delay of 1 it goes off at the end of this turn. */
    public record Bomb(int color, int range, int delay, int q, int r) {
        public Cell cell() {
            return new Cell(q, r);
        }
    }

    /** The state of a game. explosions: the cells of this turn's blasts by color; cellCount and score: by player id. */
    public record State(List<ColoredCell> cells, List<Character> characters, List<Bomb> bombs,
            Map<Integer, List<Cell>> explosions, Map<Integer, Integer> cellCount, Map<Integer, Integer> score) {
        /** The color of every cell there is. */
        public Map<Cell, Integer> board() {
            Map<Cell, Integer> board = new LinkedHashMap<>();
            cells.forEach(c -> board.put(new Cell(c.q, c.r), c.color));
            return board;
        }
    }

    /** The game starts: who we are, how many play (ordinary and special players), how long, and the first state. */
    public record GameStarts(int playerId, int nbPlayers, int nbSpecialPlayers, int nbTurnsMax, State initialGameState) {}

    /** A turn: its number, from 0, and the state to answer to. */
    public record Turn(int turnNumber, State gameState) {}

    /** The game has ended. winnerPlayerId: -1 if nobody won. */
    public record GameEnds(int winnerPlayerId) {}

    /** What one of our characters shall do: made by move, bomb and revive. */
    public record Action(int id, String movement, String direction, Integer bombRange, Integer bombDelay) {}

    /** A character goes to the next cell in a direction. */
    public static Action move(int id, String direction) {
        return new Action(id, "move", direction, null, null);
    }

    /** A character drops a bomb where it stands. Range and delay: from 2 to 4 (the special player: to 100). */
    public static Action bomb(int id, int range, int delay) {
        return new Action(id, "bomb", null, range, delay);
    }

    /** A dead character lives again. */
    public static Action revive(int id) {
        return new Action(id, "revive", null, null, null);
    }

    /** Draws on the board of the page, such as draw(Map.of("cell", List.of(2, -1), "color", "red")). */
    public static void draw(Map<String, ?> shape) {
        System.out.println("@draw " + JSON.toJson(shape));
        System.out.flush();
    }

    /** One connection to a netorcai server: waitForStart, then nextTurn and act until there is no more turn. */
    public static final class Client implements AutoCloseable {
        private final Socket socket;
        private int turnNumber = -1;
        private GameEnds gameEnds;

        /** Connects to NETORCAI_HOST:NETORCAI_PORT (default localhost:4242). Nickname: 1 to 10 characters without blanks. */
        public Client(String nickname) throws NetorcaiError {
            this(nickname, "player");
        }

        /** The same; role: "player", or "special player" for the hunter of sudden death. */
        public Client(String nickname, String role) throws NetorcaiError {
            socket = connect(environment("NETORCAI_HOST", "localhost"), port());
            try {
                JsonObject login = message("LOGIN");
                login.addProperty("nickname", nickname);
                login.addProperty("role", role);
                login.addProperty("metaprotocol_version", VERSION);
                send(login);
                receive("LOGIN_ACK");
                socket.setSoTimeout(0);
            } catch (IOException | NetorcaiError error) {
                close();
                throw error instanceof NetorcaiError ours ? ours : new NetorcaiError("cannot log in: " + error.getMessage());
            }
        }

        /** Waits for the game to start. */
        public GameStarts waitForStart() throws NetorcaiError {
            GameStarts game = read(receive("GAME_STARTS"), GameStarts.class);
            check(game.initialGameState);
            return game;
        }

        /** Waits for the next turn; null when the game has ended. Answer each one with act. */
        public Turn nextTurn() throws NetorcaiError {
            JsonObject message = receive("TURN", "GAME_ENDS");
            if (type(message).equals("GAME_ENDS")) {
                gameEnds = read(message, GameEnds.class);
                return null;
            }
            Turn turn = read(message, Turn.class);
            check(turn.gameState);
            turnNumber = turn.turnNumber;
            return turn;
        }

        /** How the game has ended, after nextTurn has returned null. */
        public GameEnds gameEnds() {
            return gameEnds;
        }

        /** Sends our actions for the last turn; none: do nothing. Call it once a turn. */
        public void act(List<Action> actions) throws NetorcaiError {
            JsonObject answer = message("TURN_ACK");
            answer.addProperty("turn_number", turnNumber);
            answer.add("actions", JSON.toJsonTree(actions));
            send(answer);
        }

        /** Leaves. Leaving twice does no harm. */
        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException ignored) {
                // The connection is gone either way.
            }
        }

        private void send(JsonObject message) throws NetorcaiError {
            try {
                writeFrame(socket.getOutputStream(), message);
            } catch (IOException | NetorcaiError error) {
                findLastKick(); // it says more
                throw error instanceof NetorcaiError ours ? ours : new NetorcaiError("cannot send to the server: " + error.getMessage());
            }
        }

        /** A server that kicks us closes the connection; its reason may still wait to be read. */
        private void findLastKick() throws Kicked {
            try {
                socket.setSoTimeout(1000);
                while (true) {
                    receive();
                }
            } catch (Kicked kicked) {
                throw kicked;
            } catch (IOException | NetorcaiError ignored) {
                // Nothing to be found.
            }
        }

        private JsonObject receive(String... expected) throws NetorcaiError {
            try {
                JsonObject message = readFrame(socket.getInputStream());
                String type = type(message);
                if (type.equals("KICK")) {
                    throw new Kicked(message.has("kick_reason") ? message.get("kick_reason").getAsString() : "no reason given");
                }
                if (expected.length > 0 && !List.of(expected).contains(type)) {
                    throw new NetorcaiError("the server sent " + type + ": " + String.join(" or ", expected) + " expected");
                }
                return message;
            } catch (IOException error) {
                throw new NetorcaiError("cannot read from the server: " + error.getMessage());
            }
        }
    }

    // ---- Frames: 4 bytes of size, little-endian, then JSON and a line feed. ----

    /** Sends one message. */
    public static void writeFrame(OutputStream out, JsonObject message) throws NetorcaiError {
        byte[] content = (JSON.toJson(message) + "\n").getBytes(StandardCharsets.UTF_8);
        if (content.length >= MAX_SIZE) {
            throw new NetorcaiError("a message of " + content.length + " bytes is too big to send: under " + MAX_SIZE + " expected");
        }
        ByteBuffer frame = ByteBuffer.allocate(4 + content.length).order(ByteOrder.LITTLE_ENDIAN);
        try {
            out.write(frame.putInt(content.length).put(content).array());
        } catch (IOException error) {
            throw new NetorcaiError("cannot send to the server: " + error.getMessage());
        }
    }

    /** Waits for one whole message. */
    public static JsonObject readFrame(InputStream in) throws NetorcaiError {
        try {
            DataInputStream data = new DataInputStream(in);
            long size = Integer.toUnsignedLong(Integer.reverseBytes(data.readInt()));
            if (size > MAX_SIZE) {
                throw new NetorcaiError("the server announces " + size + " bytes: at most " + MAX_SIZE
                        + " expected; is it a netorcai server?");
            }
            byte[] content = new byte[(int) size];
            data.readFully(content);
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
            JsonElement message = JSON.fromJson(text, JsonElement.class);
            if (message == null) {
                throw new NetorcaiError("the server sent something that is not JSON: nothing");
            }
            if (!message.isJsonObject() || !(message.getAsJsonObject().get("message_type") instanceof JsonPrimitive type)
                    || !type.isString()) {
                throw new NetorcaiError("the server sent something that is not a message: an object with a message_type expected");
            }
            return message.getAsJsonObject();
        } catch (EOFException error) {
            throw new NetorcaiError("the server closed the connection before the game had ended");
        } catch (JsonParseException | CharacterCodingException error) {
            throw new NetorcaiError("the server sent something that is not JSON: " + error.getMessage());
        } catch (SocketTimeoutException error) {
            throw new NetorcaiError("the server does not answer");
        } catch (IOException error) {
            throw new NetorcaiError("cannot read from the server: " + error.getMessage());
        }
    }

    private static Socket connect(String host, int port) throws NetorcaiError {
        try {
            Socket socket = new Socket();
            socket.setTcpNoDelay(true); // send every answer at once
            socket.connect(new InetSocketAddress(host, port), PATIENCE);
            socket.setSoTimeout(PATIENCE);
            return socket;
        } catch (ConnectException error) {
            throw new NetorcaiError("no server listens on " + host + ":" + port + ": start one (blastyard play --wait 1 --port "
                    + port + "), or set NETORCAI_HOST and NETORCAI_PORT");
        } catch (IOException error) {
            String why = error instanceof UnknownHostException ? "nobody knows this host" : error.getMessage();
            throw new NetorcaiError("cannot connect to " + host + ":" + port + ": " + why + ": look at NETORCAI_HOST and NETORCAI_PORT");
        }
    }

    private static int port() throws NetorcaiError {
        String text = environment("NETORCAI_PORT", "4242");
        if (text.matches("[0-9]{1,5}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= 65535) {
            return Integer.parseInt(text);
        }
        throw new NetorcaiError("NETORCAI_PORT is '" + text + "': a number from 1 to 65535 expected");
    }

    private static String environment(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static JsonObject message(String type) {
        JsonObject message = new JsonObject();
        message.addProperty("message_type", type);
        return message;
    }

    private static String type(JsonObject message) {
        return message.get("message_type").getAsString();
    }

    private static <T> T read(JsonObject message, Class<T> type) throws NetorcaiError {
        try {
            return JSON.fromJson(message, type);
        } catch (JsonParseException error) {
            throw new NetorcaiError("the server sent a " + type(message) + " that is not of hexabomb: " + error.getMessage());
        }
    }

    private static void check(State state) throws NetorcaiError {
        if (state == null || state.cells == null || state.characters == null || state.bombs == null) {
            throw new NetorcaiError("the server plays another game: a state with cells, characters and bombs expected");
        }
    }
}
