import java.io.IOException;
import java.io.StreamTokenizer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tests of Board.java: java -cp target/classes test/BoardTest.java ../../testdata/helpers-bomberman.json */
public final class BoardTest {
    private static int checks;

    private static void check(String name, Object got, Object want) {
        checks++;
        if (!want.equals(got)) throw new AssertionError(name + ":\ngot  " + got + "\nwant " + want);
    }

    private static void numbers(int seed, long... wants) {
        var numbers = new Board.Numbers(seed);
        for (long want : wants) check("numbers of " + seed, (long) (numbers.next() * 4294967296.0), want);
    }

    public static void main(String[] args) throws IOException {
        Board.Json vectors;
        try (var text = Files.newBufferedReader(Path.of(args[0]))) {
            vectors = Board.Json.read(new StreamTokenizer(text));
        }
        List<Board.Json> cases = vectors.get("cases").items();
        check("there are cases", cases.size() >= 30, true);
        for (Board.Json vector : cases) {
            String name = vector.get("name").text();
            Board.State state = Board.read(vector.get("state"));
            String before = state.toString();
            check(name + ": free cells", Board.freeCells(state), cells(vector.get("free_cells")));
            ways(name, state, vector);
            explosions(name, state, vector);
            check(name + ": the state is unchanged", state.toString(), before);
        }
        numbers(7, 50271532, 266108690, 4195786334L);
        numbers(2147483647, 1842962257, 546041740, 1654754255);
        var around = Board.neighbours(new Board.Cell(5, 3)).stream()
                .map(n -> n.move() + ": " + n.cell().x() + " " + n.cell().y()).toList();
        check("neighbours", around, List.of("1: 5 2", "2: 4 3", "3: 6 3", "4: 5 4"));
        System.out.println(checks + " checks passed");
    }

    private static List<Integer> numbers(Board.Json list) {
        return list.items().stream().map(Board.Json::number).toList();
    }

    private static Board.Cell cell(Board.Json list) {
        return new Board.Cell(numbers(list).get(0), numbers(list).get(1));
    }

    private static Set<Board.Cell> cells(Board.Json list) {
        Set<Board.Cell> cells = new HashSet<>();
        list.items().forEach(c -> cells.add(cell(c)));
        return cells;
    }

    private static void ways(String name, Board.State state, Board.Json vector) {
        Set<Board.Cell> free = Board.freeCells(state);
        for (Board.Json want : vector.get("distances").items()) {
            Map<Board.Cell, Integer> got = Board.distances(free, cell(want.get("from")));
            for (Board.Json c : want.get("cells").items()) {
                check(name + ": distance of " + cell(c), got.get(cell(c)), numbers(c).get(2));
            }
            check(name + ": number of cells with a distance", got.size(), want.get("cells").items().size());
        }
        for (Board.Json want : vector.get("paths").items()) {
            Board.Cell from = cell(want.get("from")), to = cell(want.get("to"));
            List<Integer> got = Board.path(free, from, to);
            boolean none = want.get("path").items() == null;
            check(name + ": path from " + from + " to " + to, got == null ? "none" : got,
                    none ? "none" : numbers(want.get("path")));
            check(name + ": distance of " + to, Board.distance(free, from, to), got == null ? -1 : got.size());
        }
        check(name + ": the free cells are unchanged", free, Board.freeCells(state));
    }

    private static void explosions(String name, Board.State state, Board.Json vector) {
        check(name + ": number of bombs", state.bombs().size(), vector.get("blast").items().size());
        for (int i = 0; i < state.bombs().size(); i++) {
            Board.Json want = vector.get("blast").items().get(i);
            check(name + ": bomb " + i, state.bombs().get(i).cell(), cell(want.get("bomb")));
            check(name + ": blast of bomb " + i, Board.blast(state, state.bombs().get(i)), cells(want.get("cells")));
        }
        Map<Board.Cell, List<Integer>> danger = Board.danger(state);
        List<Board.Json> dangers = vector.get("danger").items();
        for (Board.Json d : dangers) {
            Board.Cell cell = cell(d.get("cell"));
            check(name + ": danger of " + cell, danger.get(cell), numbers(d.get("turns")));
        }
        check(name + ": number of cells in danger", danger.size(), dangers.size());
        for (Board.Json want : vector.get("ways_out").items()) {
            Board.Cell cell = cell(want.get("cell"));
            boolean bomb = want.get("bomb").items() != null;
            List<Integer> values = bomb ? numbers(want.get("bomb")) : List.of(); // radius and timer
            List<Integer> got = bomb ? Board.waysOut(state, cell, values.get(0), values.get(1))
                    : Board.waysOut(state, cell);
            check(name + ": ways out of " + cell + ", with a bomb: " + bomb, got, numbers(want.get("moves")));
        }
    }
}
