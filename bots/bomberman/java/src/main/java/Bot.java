import java.io.IOException;
import java.io.StreamTokenizer;
import java.nio.file.*;
import java.util.*;

/**
 * A starter bot for 2016-Bomberman: walks at random and bombs now and then. Make it better!
 * Each round it is started anew with two arguments, its key and the folder of the round. There it reads state.json, and
 * writes its command into move.txt.
 */
public class Bot {
    static final int PLACE_BOMB = 5, TRIGGER_BOMB = 6;
    // What the moves 1 up, 2 left, 3 right, 4 down add to x and y. (1, 1) is the upper left block of the map.
    static final int[][] STEPS = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};

    /** Looks at the state of the game and returns a command. */
    static int choose(Json state, String key) {
        Json me = state.get("RegisteredPlayerEntities").items().stream().filter(p -> p.get("Key").is(key)).findFirst().get();
        int x = me.get("Location").get("X").number(), y = me.get("Location").get("Y").number();
        Random random = new Random();

        // Where could we go? An entity is a wall or a player; an open power-up is no hindrance. Blocks come by columns.
        List<Json> columns = state.get("GameBlocks").items();
        List<Integer> free = new ArrayList<>();
        for (int i = 0; i < STEPS.length; i++) {
            Json block = columns.get(x + STEPS[i][0] - 1).items().get(y + STEPS[i][1] - 1);
            if (block.get("Entity").is("null") && block.get("Bomb").is("null")) free.add(i + 1);
        }

        // Which bombs are ours? A blast runs along rows and columns only.
        int mine = 0;
        boolean safe = true;
        for (Json column : columns) for (Json block : column.items()) {
            if (block.get("Bomb").is("null") || !block.get("Bomb").get("Owner").get("Key").is(key)) continue;
            mine++;
            Json at = block.get("Location");
            safe &= at.get("X").number() != x && at.get("Y").number() != y;
        }

        if (mine > 0 && safe && random.nextDouble() < 0.3) return TRIGGER_BOMB;
        if (free.isEmpty() || mine < me.get("BombBag").number() && random.nextDouble() < 0.15) return PLACE_BOMB;
        return free.get(random.nextInt(free.size()));
    }

    public static void main(String[] args) throws IOException {
        String key = args[0];
        Path folder = Path.of(args[1]);
        if (Files.isDirectory(folder.resolve(key))) folder = folder.resolve(key); // our own folder in that of the round
        Json state;
        try (var file = Files.newBufferedReader(folder.resolve("state.json"))) { state = Json.read(new StreamTokenizer(file)); }
        int command = choose(state, key);
        Files.writeString(folder.resolve("move.txt"), String.valueOf(command));
        System.out.println("round " + state.get("CurrentRound").number() + " command " + command); // goes to log.txt
    }
}

/** A JSON value: an object has fields, an array items; of all else there is the text. */
record Json(Map<String, Json> fields, List<Json> items, String text) {
    Json get(String name) { return fields.get(name); }
    boolean is(String value) { return value.equals(text); }
    int number() { return (int) Double.parseDouble(text); }

    static Json read(StreamTokenizer in) throws IOException {
        Json value = new Json(new HashMap<>(), new ArrayList<>(), null);
        int kind = in.nextToken();
        if (kind == StreamTokenizer.TT_NUMBER) return new Json(null, null, String.valueOf(in.nval));
        if (kind != '{' && kind != '[') return new Json(null, null, in.sval); // a string, null, true or false
        while (in.nextToken() != '}' && in.ttype != ']' && in.ttype != StreamTokenizer.TT_EOF) {
            if (in.ttype == ',') continue;
            String name = in.sval;
            if (kind == '{') in.nextToken(); // the colon
            else in.pushBack();
            if (kind == '{') value.fields.put(name, read(in));
            else value.items.add(read(in));
        }
        return value;
    }
}
