import java.util.*;

/** A starter bot for hexabomb: goes to fresh cells, keeps out of blasts, bombs where it pays. Make it better! */
public final class Bot {
    static final String NICKNAME = "mybot"; // 1 to 10 characters without blanks
    static final int RANGE = 4, DELAY = 3; // of our bombs, from 2 to 4

    /** Looks at the state of the game and returns one action for each of our characters. */
    static List<Netorcai.Action> chooseActions(Netorcai.State state, int playerId, boolean mayRevive) {
        int myColor = playerId + 1;
        var board = state.board();
        var free = Board.freeCells(state);
        List<Netorcai.Action> actions = new ArrayList<>();
        for (var me : state.characters()) {
            if (me.color() != myColor) continue; // somebody else's
            // Netorcai.draw(Map.of("circle", List.of(me.q(), me.r()), "color", "red")); // to see it on the page
            boolean revives = !me.alive() && mayRevive && me.reviveDelay() == 0 && free.remove(me.cell());
            if (revives) actions.add(Netorcai.revive(me.id()));
            if (!me.alive()) continue;
            var bomb = new Netorcai.Bomb(myColor, RANGE, DELAY, me.q(), me.r());
            long gain = Board.blast(board, bomb).stream().filter(cell -> board.get(cell) != myColor).count();
            // A bomb pays where it paints many cells, and only if a way leads out of all blasts afterwards.
            boolean onBomb = state.bombs().stream().anyMatch(b -> b.cell().equals(me.cell()));
            if (me.bombCount() > 0 && !onBomb && gain > 5 && !Board.waysOut(state, me.cell(), RANGE, DELAY).isEmpty()) {
                actions.add(Netorcai.bomb(me.id(), RANGE, DELAY));
                continue;
            }
            // Of the steps that we survive, take the one from which the next fresh cell is nearest.
            var ways = Board.waysOut(state, me.cell());
            Board.Neighbour best = null;
            int nearest = Integer.MAX_VALUE;
            for (var next : Board.neighbours(me.cell())) {
                if (!ways.contains(next.direction()) || !free.contains(next.cell())) continue;
                int steps = Board.distances(free, next.cell()).entrySet().stream()
                        .filter(e -> board.get(e.getKey()) != myColor).mapToInt(e -> e.getValue()).min().orElse(1000);
                if (steps < nearest) best = next;
                nearest = Math.min(nearest, steps);
            }
            if (best == null) continue; // no action: the character stays where it is
            actions.add(Netorcai.move(me.id(), best.direction()));
            free.remove(best.cell()); // so that our next character does not go there, too
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
