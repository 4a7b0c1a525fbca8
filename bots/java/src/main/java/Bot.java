import java.util.*;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A starter bot for hexabomb: goes for cells that are not ours, bombs where it can get away. Make it better! */
public final class Bot {
    static final String NICKNAME = "mybot"; // 1 to 10 characters without blanks
    static final int RANGE = 4, DELAY = 3, GAIN = 8; // of our bombs, and how many cells each must win

    /** Looks at the state of the game and returns one action for each of our characters. */
    static List<Netorcai.Action> chooseActions(Netorcai.State state, int playerId, boolean mayRevive) {
        var free = Board.freeCells(state);
        var hot = Board.danger(state.board(), state.bombs());
        List<Netorcai.Action> actions = new ArrayList<>();
        for (var me : state.characters()) {
            if (me.color() != playerId + 1) continue; // somebody else's
            // Netorcai.draw(Map.of("circle", List.of(me.q(), me.r()), "color", "red")); // to see it on the page
            boolean revives = !me.alive() && mayRevive && me.reviveDelay() == 0 && free.remove(me.cell());
            if (revives) actions.add(Netorcai.revive(me.id()));
            if (!me.alive()) continue;
            Predicate<Netorcai.Cell> fresh = cell -> state.board().get(cell) != me.color() && !hot.containsKey(cell);
            var bomb = new Netorcai.Bomb(me.color(), RANGE, DELAY, me.q(), me.r());
            boolean armed = me.bombCount() > 0 && state.bombs().stream().noneMatch(b -> b.cell().equals(me.cell()));
            boolean pays = armed && Board.blast(state.board(), bomb).stream().filter(fresh).count() >= GAIN;
            if (pays && !Board.waysOut(state, me.cell(), RANGE, DELAY).isEmpty()) {
                actions.add(Netorcai.bomb(me.id(), RANGE, DELAY));
                continue;
            }
            // Where could it go and live? Best where nothing explodes soon, and towards the nearest cell that is not ours.
            Map<String, Netorcai.Cell> around = new HashMap<>(Map.of(Board.STAY, me.cell()));
            for (var next : Board.neighbours(me.cell())) around.put(next.direction(), next.cell());
            var ways = Board.waysOut(state, me.cell()).stream()
                    .filter(way -> way.equals(Board.STAY) || free.contains(around.get(way))).toList();
            var calm = ways.stream().filter(way -> hot.getOrDefault(around.get(way), List.of(9)).get(0) > 2).toList();
            var choices = Stream.of(calm, ways, List.of(Board.STAY)).filter(list -> !list.isEmpty()).findFirst().get();
            String direction = Board.toward(free, me.cell(), fresh);
            if (!choices.contains(direction)) direction = choices.get((int) (Board.random() * choices.size()));
            if (direction.equals(Board.STAY)) continue; // no action: the character stays where it is
            actions.add(Netorcai.move(me.id(), direction));
            free.remove(around.get(direction)); // so that our next character does not want to go there, too
        }
        return actions;
    }

    public static void main(String[] args) {
        try (var client = new Netorcai.Client(NICKNAME)) {
            var game = client.waitForStart();
            boolean mayRevive = game.nbSpecialPlayers() == 0; // in sudden death the dead stay dead
            for (var turn = client.nextTurn(); turn != null; turn = client.nextTurn())
                client.act(chooseActions(turn.gameState(), game.playerId(), mayRevive));
            // Where do prints go? blastyard shows them with their turn, and --log FOLDER keeps them in a file.
            System.out.println("winner: " + client.gameEnds().winnerPlayerId() + " we are: " + game.playerId());
        } catch (Netorcai.NetorcaiError error) {
            System.err.println("Bot: " + error.getMessage());
            System.exit(1);
        }
    }
}
