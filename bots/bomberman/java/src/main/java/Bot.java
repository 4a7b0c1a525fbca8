import java.io.IOException;
import java.nio.file.*;
import java.util.*;

/**
 * A starter bot for 2016-Bomberman: bombs walls and players, takes power-ups, lives. Make it better!
 * It is started anew each round with its key and the folder of the round, reads state.json there and writes move.txt.
 */
public class Bot {
    /** Looks at the state of the game and returns a command. */
    static int choose(Board.State state, String key) {
        var me = state.players().stream().filter(p -> p.key().equals(key)).findFirst().get();
        var here = me.cell();
        // Board.draw("{\"circle\":[" + here.x() + "," + here.y() + "]}"); // to see it on the page
        // Others may trigger their bombs: be ready for it, if that leaves a way. Our cell is free when we have left it.
        var wary = Board.triggered(Board.without(state, me), b -> !b.owner().equals(key));
        var free = Board.freeCells(wary);
        var sure = Board.waysOut(wary, here);
        var ways = sure.isEmpty() ? Board.waysOut(state, here) : sure;
        var mine = Board.bombsOf(state, key);
        boolean armed = mine.size() < me.bag() && state.bombs().stream().noneMatch(b -> b.cell().equals(here));
        var hot = Board.danger(wary).keySet();
        if (armed && gain(wary, hot, me, here) > 0 && safe(wary, me, here)) return Board.PLACE_BOMB;
        boolean early = !mine.isEmpty() && mine.get(0).timer() > 2; // no need to wait
        var sooner = Board.triggered(wary, b -> mine.indexOf(b) == 0);
        if (early && Board.waysOut(sooner, here).contains(Board.STAY)) return Board.TRIGGER_BOMB;
        // Go where most is to be had for each round: a power-up is worth four walls. The best goal first.
        Map<Board.Cell, Double> worth = new HashMap<>();
        Board.distances(free, here).forEach((cell, steps) -> worth.put(cell,
                (gain(wary, hot, me, cell) + (state.powerUps().contains(cell) ? 4 : 0)) / (steps + 2.0)));
        worth.remove(here);
        for (var cell : Board.best(worth)) {
            int first = Board.path(free, here, cell).get(0);
            if (ways.contains(first) && (state.powerUps().contains(cell) || safe(wary, me, cell))) return first;
        }
        return ways.isEmpty() ? Board.STAY : ways.get((int) (Board.random(state) * ways.size()));
    }

    /** What a bomb on a cell would hit: soft walls that no bomb breaks yet, and other players. */
    static long gain(Board.State state, Set<Board.Cell> hot, Board.Player me, Board.Cell cell) {
        var reached = Board.blast(state, new Board.Bomb(me.key(), cell, me.radius(), 0));
        long players = state.players().stream().filter(p -> p.alive() && reached.contains(p.cell())).count();
        return players + reached.stream().filter(c -> state.softWalls().contains(c) && !hot.contains(c)).count();
    }

    /** Whether we survive a bomb on a cell. */
    static boolean safe(Board.State state, Board.Player me, Board.Cell cell) {
        return !Board.waysOut(state, cell, me.radius(), Math.min(9, 3 * me.bag()) + 1).isEmpty();
    }

    public static void main(String[] args) throws IOException {
        Path own = Path.of(args[1], args[0]); // our own folder in that of the round
        Path folder = Files.isDirectory(own) ? own : Path.of(args[1]);
        Board.State state = Board.read(folder.resolve("state.json"));
        int command = choose(state, args[0]);
        Files.writeString(folder.resolve("move.txt"), String.valueOf(command));
        System.out.println("round " + state.round() + " command " + command); // goes to log.txt
    }
}
