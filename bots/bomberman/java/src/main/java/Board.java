import java.io.IOException;
import java.io.StreamTokenizer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The board of 2016-Bomberman: reads state.json; helpers for ways, blasts and danger. None changes its arguments. */
public final class Board {
    /** The command that does nothing: what waysOut calls not moving. */
    public static final int STAY = 0;
    /** The commands that are no moves. */
    public static final int PLACE_BOMB = 5, TRIGGER_BOMB = 6;

    private Board() {}

    /** A block of the map. (1, 1) is the upper left one. */
    public record Cell(int x, int y) {}

    /** A living or dead player. bag: how many bombs it may have on the map; radius: of its next bombs. */
    public record Player(String key, Cell cell, boolean alive, int points, int bag, int radius) {}

    /** A bomb. One that shows the timer 1 explodes in the coming round, before anybody moves. owner: a player's key. */
    public record Bomb(String owner, Cell cell, int radius, int timer) {
        /** The same bomb with another timer: to try what would be. */
        public Bomb with(int timer) { return new Bomb(owner, cell, radius, timer); }
    }

    /** The state of the game at the beginning of a round. */
    public record State(int round, int width, int height, Set<Cell> hardWalls, Set<Cell> softWalls, Set<Cell> powerUps,
            List<Player> players, List<Bomb> bombs) {
        /** The same state with other players and bombs: to try what would be. */
        public State with(List<Player> players, List<Bomb> bombs) {
            return new State(round, width, height, hardWalls, softWalls, powerUps, players, bombs);
        }
    }

    /** Reads state.json. */
    public static State read(Path file) throws IOException {
        try (var text = Files.newBufferedReader(file)) { return read(Json.read(new StreamTokenizer(text))); }
    }

    /** The same from JSON that is read. */
    public static State read(Json json) {
        Set<Cell> hard = new LinkedHashSet<>(), soft = new LinkedHashSet<>(), powerUps = new LinkedHashSet<>();
        List<Bomb> bombs = new ArrayList<>();
        for (Json column : json.get("GameBlocks").items()) for (Json block : column.items()) {
            Json bomb = block.get("Bomb");
            String entity = block.get("Entity").fields() == null ? "" : block.get("Entity").get("$type").text();
            if (entity.contains("IndestructibleWall")) hard.add(block.cell());
            else if (entity.contains("DestructibleWall")) soft.add(block.cell());
            if (block.get("PowerUp").fields() != null) powerUps.add(block.cell());
            if (bomb.fields() != null) bombs.add(new Bomb(bomb.get("Owner").get("Key").text(), block.cell(),
                    bomb.number("BombRadius"), bomb.number("BombTimer")));
        }
        List<Player> players = new ArrayList<>();
        for (Json p : json.get("RegisteredPlayerEntities").items()) {
            boolean alive = p.get("Killed").text().equals("false");
            players.add(new Player(p.get("Key").text(), p.cell(), alive, p.number("Points"), p.number("BombBag"),
                    p.number("BombRadius")));
        }
        return new State(json.number("CurrentRound"), json.number("MapWidth"), json.number("MapHeight"), hard, soft,
                powerUps, players, bombs);
    }

    /** Draws on the board of the page; shape is JSON, such as {"cell":[2,1],"color":"red"}. */
    public static void draw(String shape) { System.out.println("@draw " + shape); System.out.flush(); }

    /** A cell beside another one, and the command that leads there. */
    public record Neighbour(int move, Cell cell) {}

    /** The four cells around a cell: 1 up, 2 left, 3 right, 4 down. */
    public static List<Neighbour> neighbours(Cell c) {
        return List.of(new Neighbour(1, new Cell(c.x, c.y - 1)), new Neighbour(2, new Cell(c.x - 1, c.y)),
                new Neighbour(3, new Cell(c.x + 1, c.y)), new Neighbour(4, new Cell(c.x, c.y + 1)));
    }

    /** The cells that can be entered: no wall, no bomb, no living player. */
    public static Set<Cell> freeCells(State state) {
        Set<Cell> free = new LinkedHashSet<>();
        for (int x = 1; x <= state.width; x++) for (int y = 1; y <= state.height; y++) free.add(new Cell(x, y));
        free.removeAll(state.hardWalls);
        free.removeAll(state.softWalls);
        state.bombs.forEach(bomb -> free.remove(bomb.cell));
        state.players.stream().filter(p -> p.alive).forEach(p -> free.remove(p.cell));
        return free;
    }

    /** The steps to each cell over free cells. from has 0 and need not be free; what cannot be reached is missing. */
    public static Map<Cell, Integer> distances(Set<Cell> free, Cell from) {
        Map<Cell, Integer> steps = new LinkedHashMap<>(Map.of(from, 0)); // the nearest first
        var waiting = new ArrayDeque<>(List.of(from));
        while (!waiting.isEmpty()) {
            Cell cell = waiting.remove();
            for (Neighbour next : neighbours(cell)) {
                if (!free.contains(next.cell) || steps.containsKey(next.cell)) continue;
                steps.put(next.cell, steps.get(cell) + 1);
                waiting.add(next.cell);
            }
        }
        return steps;
    }

    /** The number of steps from one cell to another over free cells; -1: there is no way. */
    public static int distance(Set<Cell> free, Cell from, Cell to) {
        return distances(free, from).getOrDefault(to, -1);
    }

    /** The moves of a shortest way over free cells: empty when we are there, null when there is no way. */
    public static List<Integer> path(Set<Cell> free, Cell from, Cell to) {
        if (distance(free, from, to) < 0) return null;
        Set<Cell> all = new HashSet<>(free); // from here we look back from the end
        all.add(from);
        Map<Cell, Integer> left = distances(all, to);
        List<Integer> way = new ArrayList<>();
        for (Cell cell = from; !cell.equals(to); ) {
            int steps = left.get(cell);
            Neighbour next = neighbours(cell).stream()
                    .filter(n -> left.getOrDefault(n.cell, steps) < steps).findFirst().get();
            way.add(next.move);
            cell = next.cell;
        }
        return way;
    }

    /** The cells that a bomb covers as the map is now. Hard walls end it; soft walls and bombs, too: it covers them. */
    public static Set<Cell> blast(State state, Bomb bomb) {
        return blast(bomb, state.hardWalls, state.softWalls, state.bombs);
    }

    private static Set<Cell> blast(Bomb bomb, Set<Cell> hard, Set<Cell> soft, List<Bomb> bombs) {
        Set<Cell> covered = new LinkedHashSet<>(Set.of(bomb.cell));
        for (int move = 0; move < 4; move++) {
            Cell cell = bomb.cell;
            for (int step = 0; step < bomb.radius; step++) {
                Cell next = cell = neighbours(cell).get(move).cell;
                if (hard.contains(next)) break;
                covered.add(next);
                if (soft.contains(next) || bombs.stream().anyMatch(b -> b.cell.equals(next))) break;
            }
        }
        return covered;
    }

    /** The bombs of a player, the one that explodes first in front: a trigger is for that one. */
    public static List<Bomb> bombsOf(State state, String key) {
        var own = state.bombs.stream().filter(b -> b.owner.equals(key));
        return own.sorted(Comparator.comparingInt(Bomb::timer)).toList();
    }

    /** The state without a player, whose cell is free when it has left it. */
    public static State without(State state, Player player) {
        return state.with(state.players.stream().filter(p -> !p.equals(player)).toList(), state.bombs);
    }

    /** The state as if some bombs were triggered in this round: they explode in round 2, if not before. */
    public static State triggered(State state, Predicate<Bomb> which) {
        var bombs = state.bombs.stream().map(b -> which.test(b) ? b.with(Math.min(b.timer, 2)) : b).toList();
        return state.with(state.players, bombs);
    }

    /** The cells from the greatest value down, without those of 0; of equal ones the leftmost, then upper, first. */
    public static List<Cell> best(Map<Cell, Double> values) {
        var order = Comparator.<Cell>comparingDouble(c -> -values.get(c)).thenComparing(Cell::x).thenComparing(Cell::y);
        return values.keySet().stream().filter(c -> values.get(c) > 0).sorted(order).toList();
    }

    /** Random numbers from 0 to below 1, the same for the same seed (mulberry32), in every language of the starters. */
    public static final class Numbers {
        private int state;

        public Numbers(int seed) { state = seed; }

        public double next() {
            state += 0x6d2b79f5;
            int n = (state ^ state >>> 15) * (state | 1);
            n ^= n + (n ^ n >>> 7) * (n | 61);
            return Integer.toUnsignedLong(n ^ n >>> 14) / 4294967296.0;
        }
    }

    /** A random number from 0 to below 1, another one in each round: the same ones in a match with the same seed. */
    public static double random(State state) {
        int seed = Integer.parseUnsignedInt(System.getenv().getOrDefault("BLASTYARD_SEED", "1"));
        return new Numbers(seed + state.round).next();
    }

    /** The rounds in which each cell is in a blast, ascending; 1: the coming one. Chains, broken walls are included. */
    public static Map<Cell, List<Integer>> danger(State state) {
        Map<Cell, List<Integer>> rounds = new LinkedHashMap<>();
        explosions(state, state.bombs).forEach((round, cells) ->
                cells.forEach(cell -> rounds.computeIfAbsent(cell, c -> new ArrayList<>()).add(round)));
        return rounds;
    }

    /** By round, the cells that are in a blast. */
    private static TreeMap<Integer, Set<Cell>> explosions(State state, List<Bomb> bombs) {
        TreeMap<Integer, Set<Cell>> blown = new TreeMap<>();
        Set<Cell> soft = new HashSet<>(state.softWalls);
        var waiting = new ArrayList<>(bombs);
        while (!waiting.isEmpty()) {
            int round = waiting.stream().mapToInt(bomb -> bomb.timer).min().getAsInt();
            Set<Cell> covered = new LinkedHashSet<>();
            var lying = List.copyOf(waiting);
            for (int before = -1; before != waiting.size(); ) { // each blast may set off more bombs
                before = waiting.size();
                for (Bomb bomb : List.copyOf(waiting)) {
                    if (bomb.timer > round && !covered.contains(bomb.cell)) continue;
                    covered.addAll(blast(bomb, state.hardWalls, soft, lying));
                    waiting.remove(bomb);
                }
            }
            soft.removeAll(covered);
            blown.put(round, covered);
        }
        return blown;
    }

    /**
     * The commands (moves, STAY) with which a player on a cell survives all bombs that are there, if nobody else does
     * anything. Empty: there is no way out.
     */
    public static List<Integer> waysOut(State state, Cell cell) {
        return new Escape(state, cell, state.bombs).moves(cell, 1);
    }

    /** The same when the player places a bomb now, which then shows this timer: its commands of the next round. */
    public static List<Integer> waysOut(State state, Cell cell, int radius, int timer) {
        var bombs = new ArrayList<>(state.bombs);
        bombs.add(new Bomb("", cell, radius, timer + 1)); // its timer counts from the next round on
        Escape escape = new Escape(state, cell, bombs);
        return escape.burns(cell, 1) ? List.of() : escape.moves(cell, 2);
    }

    /** Where one can be and go in the rounds to come, until the last bomb has exploded. */
    private static final class Escape {
        private final Map<Cell, Integer> freeFrom = new HashMap<>(); // the first round in which one can enter
        private final TreeMap<Integer, Set<Cell>> blown;
        private final Map<List<Object>, Boolean> known = new HashMap<>(); // what survives has found out

        Escape(State state, Cell own, List<Bomb> bombs) {
            blown = explosions(state, bombs);
            freeCells(state).forEach(cell -> freeFrom.put(cell, 1));
            freeFrom.put(own, 1);
            state.softWalls.forEach(this::block);
            bombs.forEach(bomb -> block(bomb.cell));
            state.players.stream().filter(p -> p.alive && !p.cell.equals(own)).forEach(p -> block(p.cell));
        }

        /** A wall, a bomb or a player bars its cell until a blast. */
        private void block(Cell cell) {
            var round = blown.keySet().stream().filter(r -> burns(cell, r)).findFirst();
            freeFrom.put(cell, round.isPresent() ? round.get() + 1 : Integer.MAX_VALUE);
        }

        boolean burns(Cell cell, int round) {
            return blown.getOrDefault(round, Set.of()).contains(cell);
        }

        /** Bombs explode before players move: who stands in a blast is dead, and who goes into one. */
        List<Integer> moves(Cell cell, int round) {
            List<Integer> ways = new ArrayList<>();
            if (burns(cell, round)) return ways;
            for (Neighbour next : neighbours(cell)) {
                boolean free = freeFrom.getOrDefault(next.cell, Integer.MAX_VALUE) <= round;
                if (free && survives(next.cell, round)) ways.add(next.move);
            }
            if (survives(cell, round)) ways.add(STAY);
            return ways;
        }

        /** Whether a player that is on a cell at the end of a round survives it and the rounds after it. */
        private boolean survives(Cell cell, int round) {
            if (blown.isEmpty() || round > blown.lastKey()) return true;
            List<Object> key = List.of(cell, round);
            if (!known.containsKey(key)) known.put(key, !burns(cell, round) && !moves(cell, round + 1).isEmpty());
            return known.get(key);
        }
    }

    /** A JSON value: an object has fields, an array items; of all else there is the text. */
    public record Json(Map<String, Json> fields, List<Json> items, String text) {
        public Json get(String name) { return fields.get(name); }
        public int number() { return Integer.parseInt(text); }
        int number(String name) { return get(name).number(); }
        Cell cell() { return new Cell(get("Location").number("X"), get("Location").number("Y")); }

        public static Json read(StreamTokenizer in) throws IOException {
            int kind = in.nextToken();
            if (kind == StreamTokenizer.TT_NUMBER) return new Json(null, null, Long.toString((long) in.nval));
            if (kind != '{' && kind != '[') return new Json(null, null, in.sval); // a string, null, true or false
            Json value = kind == '{' ? new Json(new HashMap<>(), null, null) : new Json(null, new ArrayList<>(), null);
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
}
