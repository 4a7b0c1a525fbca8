import com.google.gson.FieldNamingPolicy;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tests of Board.java: java -cp target/bot.jar test/BoardTest.java ../testdata/helpers-hexabomb.json */
public final class BoardTest {
    private static int checks;

    private static void check(String name, Object got, Object want) {
        checks++;
        if (!want.equals(got)) throw new AssertionError(name + ":\ngot  " + got + "\nwant " + want);
    }

    public static void main(String[] args) throws Exception {
        var gson = new GsonBuilder().setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES).create();
        var vectors = JsonParser.parseString(Files.readString(Path.of(args[0]))).getAsJsonObject();
        JsonArray cases = vectors.getAsJsonArray("cases");
        for (JsonElement entry : cases) {
            JsonObject vector = entry.getAsJsonObject();
            var state = gson.fromJson(vector.get("state"), Netorcai.State.class);
            String before = state.toString();
            String name = vector.get("name").getAsString();
            check(name + ": free cells", Board.freeCells(state), new HashSet<>(cells(vector.get("free_cells"))));
            ways(name, state, vector);
            explosions(name, state, vector);
            check(name + ": the state is unchanged", state.toString(), before);
        }
        check("there are cases", cases.size() >= 40, true);
        neighbours();
        numbers(7, 50271532, 266108690, 4195786334L);
        numbers(2147483647, 1842962257, 546041740, 1654754255);
        System.out.println(checks + " checks passed");
    }

    private static void numbers(int seed, long... wants) {
        var numbers = new Board.Numbers(seed);
        for (long want : wants) check("numbers of " + seed, (long) (numbers.next() * 4294967296.0), want);
    }

    private static Netorcai.Cell cell(JsonElement numbers) {
        JsonArray pair = numbers.getAsJsonArray();
        return new Netorcai.Cell(pair.get(0).getAsInt(), pair.get(1).getAsInt());
    }

    private static List<Netorcai.Cell> cells(JsonElement list) {
        return list.getAsJsonArray().asList().stream().map(BoardTest::cell).toList();
    }

    private static Object list(JsonElement list) { // of words or numbers
        return list.isJsonNull() ? "null" : list.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
    }

    private static List<JsonObject> entries(JsonObject vector, String part) {
        return vector.getAsJsonArray(part).asList().stream().map(JsonElement::getAsJsonObject).toList();
    }

    private static void ways(String name, Netorcai.State state, JsonObject vector) {
        Set<Netorcai.Cell> free = Board.freeCells(state);
        for (JsonObject want : entries(vector, "distances")) {
            Map<List<Integer>, Integer> got = new HashMap<>();
            Board.distances(free, cell(want.get("from"))).forEach((cell, n) -> got.put(List.of(cell.q(), cell.r()), n));
            JsonArray list = want.getAsJsonArray("cells");
            list.forEach(n -> check(name + ": distance of " + n,
                    got.get(List.of(cell(n).q(), cell(n).r())), n.getAsJsonArray().get(2).getAsInt()));
            check(name + ": number of cells with a distance", got.size(), list.size());
        }
        for (JsonObject want : entries(vector, "paths")) {
            String what = name + ": " + want;
            var from = cell(want.get("from"));
            var to = cell(want.get("to"));
            List<String> got = Board.path(free, from, to);
            check(what, got == null ? "null" : got, list(want.get("path")));
            check(what + ", distance", Board.distance(free, from, to), got == null ? -1 : got.size());
        }
        check(name + ": the free cells are unchanged", free, Board.freeCells(state));
    }

    private static void explosions(String name, Netorcai.State state, JsonObject vector) {
        var board = state.board();
        var bombs = state.bombs();
        List<JsonObject> blasts = entries(vector, "blast");
        check(name + ": number of bombs", bombs.size(), blasts.size());
        for (int i = 0; i < blasts.size(); i++) {
            var bomb = bombs.get(i);
            check(name + ": " + bomb, bomb.cell(), cell(blasts.get(i).get("bomb")));
            check(name + ": blast of " + bomb, Board.blast(board, bomb), Set.copyOf(cells(blasts.get(i).get("cells"))));
        }
        var danger = Board.danger(board, bombs);
        List<JsonObject> want = entries(vector, "danger");
        for (JsonObject d : want) {
            List<Integer> turns = danger.getOrDefault(cell(d.get("cell")), List.of());
            check(name + ": " + d, turns.stream().map(String::valueOf).toList(), list(d.get("turns")));
        }
        check(name + ": number of cells in danger", danger.size(), want.size());
        for (JsonObject w : entries(vector, "ways_out")) {
            var cell = cell(w.get("cell"));
            List<String> got = new ArrayList<>(w.get("bomb").isJsonNull() ? Board.waysOut(state, cell)
                    : Board.waysOut(state, cell, cell(w.get("bomb")).q(), cell(w.get("bomb")).r())); // range and delay
            check(name + ": " + w, got, list(w.get("moves")));
        }
    }

    private static void neighbours() {
        var around = Board.neighbours(new Netorcai.Cell(2, -1)).stream()
                .map(n -> n.direction() + " " + n.cell().q() + " " + n.cell().r()).toList();
        check("neighbours", around, List.of("x+ 3 -1", "y+ 3 -2", "z+ 2 -2", "x- 1 -1", "y- 1 0", "z- 2 0"));
    }
}
