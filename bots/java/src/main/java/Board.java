import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Helpers for the board of hexabomb: ways, blasts, danger. None of them changes its arguments. */
public final class Board {
    /** What waysOut calls not moving. */
    public static final String STAY = "stay";

    private Board() {}

    /** A direction of the board, and what it adds to q and r. */
    public record Direction(String name, int q, int r) {}

    public static final List<Direction> DIRECTIONS = List.of(
            new Direction("x+", 1, 0), new Direction("y+", 1, -1), new Direction("z+", 0, -1),
            new Direction("x-", -1, 0), new Direction("y-", -1, 1), new Direction("z-", 0, 1));

    /** One of the cells around a cell, and the direction that leads there. */
    public record Neighbour(String direction, Netorcai.Cell cell) {}

    /** The six cells around a cell, in the order of the rules. Some may not be on the board. */
    public static List<Neighbour> neighbours(Netorcai.Cell cell) {
        return DIRECTIONS.stream()
                .map(d -> new Neighbour(d.name, new Netorcai.Cell(cell.q() + d.q, cell.r() + d.r))).toList();
    }

    /** The cells that exist and hold neither a living character nor a bomb. */
    public static Set<Netorcai.Cell> freeCells(Netorcai.State state) {
        Set<Netorcai.Cell> free = new LinkedHashSet<>(state.board().keySet());
        state.bombs().forEach(bomb -> free.remove(bomb.cell()));
        state.characters().stream().filter(c -> c.alive()).forEach(c -> free.remove(c.cell()));
        return free;
    }

    /** The steps to each cell over free cells, nearest first. from has 0 and need not be free; what cannot be reached is missing. */
    public static Map<Netorcai.Cell, Integer> distances(Set<Netorcai.Cell> free, Netorcai.Cell from) {
        Map<Netorcai.Cell, Integer> steps = new LinkedHashMap<>(Map.of(from, 0));
        var waiting = new ArrayDeque<>(List.of(from));
        while (!waiting.isEmpty()) {
            Netorcai.Cell cell = waiting.remove();
            for (Neighbour next : neighbours(cell)) {
                if (!free.contains(next.cell) || steps.containsKey(next.cell)) continue;
                steps.put(next.cell, steps.get(cell) + 1);
                waiting.add(next.cell);
            }
        }
        return steps;
    }

    /** The number of steps from one cell to another over free cells; -1: there is no way. */
    public static int distance(Set<Netorcai.Cell> free, Netorcai.Cell from, Netorcai.Cell to) {
        return distances(free, from).getOrDefault(to, -1);
    }

    /** The directions of a shortest way over free cells: empty when we are there, null when there is no way. */
    public static List<String> path(Set<Netorcai.Cell> free, Netorcai.Cell from, Netorcai.Cell to) {
        if (!distances(free, from).containsKey(to)) return null;
        Set<Netorcai.Cell> all = new HashSet<>(free); // from here we look back from the end
        all.add(from);
        Map<Netorcai.Cell, Integer> left = distances(all, to);
        List<String> way = new ArrayList<>();
        for (Netorcai.Cell cell = from; !cell.equals(to); ) {
            int steps = left.get(cell);
            Neighbour next = neighbours(cell).stream()
                    .filter(n -> left.getOrDefault(n.cell, steps) < steps).findFirst().get();
            way.add(next.direction);
            cell = next.cell;
        }
        return way;
    }

    /**
     * The first direction of a shortest way over free cells to the nearest cell that is wanted; STAY: there is none. Of
     * equally long ways it is the one whose directions come first.
     */
    public static String toward(Set<Netorcai.Cell> free, Netorcai.Cell from, Predicate<Netorcai.Cell> wanted) {
        var reached = distances(free, from).keySet().stream(); // nearest first
        var goal = reached.filter(cell -> !cell.equals(from) && wanted.test(cell)).findFirst();
        return goal.map(cell -> path(free, from, cell).get(0)).orElse(STAY);
    }

    /** Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the starters. */
    public static final class Numbers {
        private int state;

        public Numbers(int seed) {
            state = seed;
        }

        public double next() {
            state += 0x6d2b79f5;
            int n = (state ^ state >>> 15) * (state | 1);
            n ^= n + (n ^ n >>> 7) * (n | 61);
            return Integer.toUnsignedLong(n ^ n >>> 14) / 4294967296.0;
        }
    }

    private static final Numbers NUMBERS =
            new Numbers(Integer.parseUnsignedInt(System.getenv().getOrDefault("BLASTYARD_SEED", "1")));

    /** The next random number from 0 to below 1: the same ones in each match with the same seed. */
    public static double random() {
        return NUMBERS.next();
    }

    /** The cells that a bomb covers: its own, and up to range cells in each direction, up to the first missing one. */
    public static Set<Netorcai.Cell> blast(Map<Netorcai.Cell, Integer> board, Netorcai.Bomb bomb) {
        Set<Netorcai.Cell> covered = new LinkedHashSet<>(Set.of(bomb.cell()));
        for (Direction d : DIRECTIONS) {
            for (int step = 1; step <= bomb.range(); step++) {
                Netorcai.Cell target = new Netorcai.Cell(bomb.q() + step * d.q, bomb.r() + step * d.r);
                if (!board.containsKey(target)) break;
                covered.add(target);
            }
        }
        return covered;
    }

    /** The turns in which each cell is in a blast, ascending; 1: at the end of this one. Chains are included. */
    public static Map<Netorcai.Cell, List<Integer>> danger(Map<Netorcai.Cell, Integer> board,
            List<Netorcai.Bomb> bombs) {
        Map<Netorcai.Cell, List<Integer>> turns = new LinkedHashMap<>();
        explosions(board, bombs).forEach((turn, cells) ->
                cells.forEach(cell -> turns.computeIfAbsent(cell, c -> new ArrayList<>()).add(turn)));
        return turns;
    }

    /** By turn, the cells that are in a blast at its end. */
    private static Map<Integer, Set<Netorcai.Cell>> explosions(Map<Netorcai.Cell, Integer> board,
            List<Netorcai.Bomb> bombs) {
        Map<Integer, Set<Netorcai.Cell>> blown = new TreeMap<>();
        var waiting = new ArrayList<>(bombs);
        while (!waiting.isEmpty()) {
            int turn = waiting.stream().mapToInt(bomb -> bomb.delay()).min().getAsInt();
            Set<Netorcai.Cell> covered = new LinkedHashSet<>();
            for (int before = -1; before != waiting.size(); ) { // each blast may set off more bombs
                before = waiting.size();
                for (Netorcai.Bomb bomb : List.copyOf(waiting)) {
                    if (bomb.delay() > turn && !covered.contains(bomb.cell())) continue;
                    covered.addAll(blast(board, bomb));
                    waiting.remove(bomb);
                }
            }
            blown.put(turn, covered);
        }
        return blown;
    }

    /**
     * The first moves (directions, STAY for not moving) with which a character on a cell survives all bombs that are
     * there, if nobody else does anything. Empty: there is no way out.
     */
    public static List<String> waysOut(Netorcai.State state, Netorcai.Cell cell) {
        return new Escape(state, cell, state.bombs()).moves(cell, 1);
    }

    /** The same when the character drops a bomb this turn: its moves of the next turn. */
    public static List<String> waysOut(Netorcai.State state, Netorcai.Cell cell, int range, int delay) {
        var bombs = new ArrayList<>(state.bombs());
        bombs.add(new Netorcai.Bomb(0, range, delay + 1, cell.q(), cell.r())); // its delay counts from the next turn on
        Escape escape = new Escape(state, cell, bombs);
        return escape.burns(cell, 1) ? List.of() : escape.moves(cell, 2);
    }

    /** Where one can be and go in the turns to come, until the last bomb has gone off. */
    private static final class Escape {
        private static final int NEVER = Integer.MAX_VALUE;
        private final Map<Netorcai.Cell, Integer> freeFrom = new HashMap<>(); // the first turn in which one can enter
        private final Map<Integer, Set<Netorcai.Cell>> blown;
        private final int last; // turn with a blast
        private final Map<List<Object>, Boolean> known = new HashMap<>(); // what survives has found out

        Escape(Netorcai.State state, Netorcai.Cell own, List<Netorcai.Bomb> bombs) {
            var board = state.board();
            blown = explosions(board, bombs);
            last = blown.isEmpty() ? 0 : Collections.max(blown.keySet());
            board.keySet().forEach(cell -> freeFrom.put(cell, 1));
            bombs.forEach(bomb -> block(bomb.cell()));
            state.characters().stream().filter(c -> c.alive() && !c.cell().equals(own)).forEach(c -> block(c.cell()));
        }

        /** A bomb or a character bars its cell until a blast. */
        private void block(Netorcai.Cell cell) {
            var turns = blown.keySet().stream().filter(turn -> burns(cell, turn)).mapToInt(turn -> turn);
            freeFrom.put(cell, turns.min().orElse(NEVER - 1) + 1);
        }

        boolean burns(Netorcai.Cell cell, int turn) {
            return blown.getOrDefault(turn, Set.of()).contains(cell);
        }

        List<String> moves(Netorcai.Cell cell, int turn) {
            List<String> ways = new ArrayList<>();
            for (Neighbour next : neighbours(cell)) {
                boolean free = freeFrom.getOrDefault(next.cell, NEVER) <= turn;
                if (free && survives(next.cell, turn)) ways.add(next.direction);
            }
            if (survives(cell, turn)) ways.add(STAY);
            return ways;
        }

        /** Whether a character that is on a cell at the end of a turn survives it and the turns after it. */
        private boolean survives(Netorcai.Cell cell, int turn) {
            if (turn > last) return true;
            List<Object> key = List.of(cell, turn);
            if (!known.containsKey(key)) known.put(key, !burns(cell, turn) && !moves(cell, turn + 1).isEmpty());
            return known.get(key);
        }
    }
}
