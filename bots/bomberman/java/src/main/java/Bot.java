import java.io.IOException;
import java.nio.file.*;
import java.util.*;

/**
 * A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, keeps out of blasts. Make it better!
 * It is started anew each round with its key and the folder of the round, reads state.json there and writes move.txt.
 */
public class Bot {
    static final int PLACE_BOMB = 5, TRIGGER_BOMB = 6;

    /** Looks at the state of the game and returns a command. */
    static int choose(Board.State state, String key) {
        var me = state.players().stream().filter(p -> p.key().equals(key)).findFirst().get();
        // Board.draw("{\"circle\":[" + me.cell().x() + "," + me.cell().y() + "]}"); // to see it on the page
        var others = state.players().stream().filter(p -> p != me).toList();
        var ours = state.bombs().stream().filter(b -> b.owner().equals(key)).toList();
        // Others may trigger their bombs: be ready for each of them to explode in the round after the coming one.
        var bombs = state.bombs().stream().map(b -> ours.contains(b) ? b : b.with(Math.min(b.timer(), 2))).toList();
        var wary = state.with(others, bombs); // without us, for our cell is free when we have left it
        var ways = Board.waysOut(wary, me.cell());
        if (ways.isEmpty()) ways = Board.waysOut(state, me.cell()); // nothing is safe: hope that nobody triggers
        var free = Board.freeCells(wary);
        if (ours.size() < me.bag() && free.contains(me.cell()) && pays(wary, me, me.cell())) return PLACE_BOMB;
        // Trigger our next bomb if we survive that it explodes in the round after the coming one.
        var next = ours.stream().min(Comparator.comparingInt(b -> b.timer()));
        var sooner = bombs.stream().map(b -> b.equals(next.orElse(null)) ? b.with(2) : b).toList();
        boolean safe = Board.waysOut(wary.with(others, sooner), me.cell()).contains(Board.STAY);
        if (next.isPresent() && next.get().timer() > 2 && safe) return TRIGGER_BOMB;
        // Go to the nearest cell that has a power-up or where a bomb pays.
        for (var cell : Board.distances(free, me.cell()).keySet()) {
            if (!state.powerUps().contains(cell) && !pays(wary, me, cell)) continue;
            var way = Board.path(free, me.cell(), cell);
            if (!way.isEmpty() && ways.contains(way.get(0))) return way.get(0);
        }
        return ways.isEmpty() || ways.contains(Board.STAY) ? Board.STAY : ways.get(0);
    }

    /** Whether a bomb on a cell reaches another player, or a wall that no bomb breaks yet, and we survive it. */
    static boolean pays(Board.State state, Board.Player me, Board.Cell cell) {
        int timer = Math.min(9, 3 * me.bag()) + 1;
        var reached = Board.blast(state, new Board.Bomb(me.key(), cell, me.radius(), timer));
        if (state.players().stream().noneMatch(p -> p.alive() && reached.contains(p.cell()))) {
            reached.retainAll(state.softWalls());
            if (Board.danger(state).keySet().containsAll(reached)) return false; // also if there is none
        }
        return !Board.waysOut(state, cell, me.radius(), timer).isEmpty();
    }

    public static void main(String[] args) throws IOException {
        String key = args[0];
        Path folder = Path.of(args[1]);
        if (Files.isDirectory(folder.resolve(key))) folder = folder.resolve(key); // our own folder in that of the round
        Board.State state = Board.read(folder.resolve("state.json"));
        int command = choose(state, key);
        Files.writeString(folder.resolve("move.txt"), String.valueOf(command));
        System.out.println("round " + state.round() + " command " + command); // goes to log.txt
    }
}
