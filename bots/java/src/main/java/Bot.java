import java.util.*;

/** A starter bot for hexabomb: walks to fresh cells, bombs now and then, keeps out of blasts. Make it better! */
public final class Bot {
    static final String NICKNAME = "mybot"; // 1 to 10 characters without blanks
    static final Random RANDOM = new Random();

    /** Looks at the state of the game and returns one action for each of our characters. */
    static List<Netorcai.Action> chooseActions(Netorcai.State state, int playerId, boolean mayRevive) {
        int myColor = playerId + 1;
        Set<Netorcai.Cell> taken = new HashSet<>(); // cells that nobody can enter
        state.bombs().forEach(bomb -> taken.add(bomb.cell()));
        state.characters().stream().filter(c -> c.alive()).forEach(c -> taken.add(c.cell()));
        var board = state.board();
        Set<Netorcai.Cell> hot = Netorcai.danger(board, state.bombs(), 2); // go up within two turns

        List<Netorcai.Action> actions = new ArrayList<>();
        for (var me : state.characters()) {
            if (me.color() != myColor) continue; // somebody else's
            if (!me.alive()) {
                if (mayRevive && me.reviveDelay() == 0 && taken.add(me.cell())) actions.add(Netorcai.revive(me.id()));
                continue;
            }
            // Where could it go? Only onto cells that exist and hold neither a character nor a bomb.
            var free = new ArrayList<>(Netorcai.neighbours(me.cell()));
            free.removeIf(way -> !board.containsKey(way.cell()) || taken.contains(way.cell()));
            var safe = free.stream().filter(way -> !hot.contains(way.cell())).toList();
            var fresh = safe.stream().filter(way -> board.get(way.cell()) != myColor).toList();
            boolean inDanger = hot.contains(me.cell());
            boolean onBomb = state.bombs().stream().anyMatch(bomb -> bomb.cell().equals(me.cell()));
            if (me.bombCount() > 0 && !safe.isEmpty() && !inDanger && !onBomb && RANDOM.nextInt(10) == 0) {
                actions.add(Netorcai.bomb(me.id(), 2 + RANDOM.nextInt(3), 4)); // range and delay
            } else if (!safe.isEmpty() || !free.isEmpty() && inDanger) {
                var choice = !fresh.isEmpty() ? fresh : !safe.isEmpty() ? safe : free;
                var way = choice.get(RANDOM.nextInt(choice.size()));
                taken.add(way.cell()); // so that our next character does not want to go there, too
                actions.add(Netorcai.move(me.id(), way.direction()));
            }
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
