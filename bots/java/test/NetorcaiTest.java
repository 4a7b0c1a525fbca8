import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** Tests of Netorcai.java: java -cp target/bot.jar test/NetorcaiTest.java ../testdata/frames.json */
public final class NetorcaiTest {
    private static int checks;

    private static void check(String name, Object got, Object want) {
        checks++;
        if (!want.equals(got)) {
            throw new AssertionError(name + ":\ngot  " + got + "\nwant " + want);
        }
    }

    public static void main(String[] args) throws Exception {
        JsonObject frames = JsonParser.parseString(Files.readString(Path.of(args[0]))).getAsJsonObject();
        decode(frames.getAsJsonArray("decode").asList());
        for (JsonElement entry : frames.getAsJsonArray("refuse")) {
            refuse(text(entry, "name"), bytes(entry), text(entry, "text"));
        }
        for (JsonElement entry : frames.getAsJsonArray("encode")) {
            encode(text(entry, "name"), entry.getAsJsonObject().getAsJsonObject("message"));
        }
        tooBigToSend();
        System.out.println(checks + " checks passed");
    }

    private static String text(JsonElement entry, String field) {
        return entry.getAsJsonObject().get(field).getAsString();
    }

    private static byte[] bytes(JsonElement entry) {
        return HexFormat.of().parseHex(text(entry, "hex"));
    }

    private static void decode(List<JsonElement> entries) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (JsonElement entry : entries) {
            JsonElement want = entry.getAsJsonObject().get("message");
            check(text(entry, "name"), Netorcai.readFrame(new ByteArrayInputStream(bytes(entry))), want);
            check(text(entry, "name") + ", byte by byte", Netorcai.readFrame(new Trickle(bytes(entry))), want);
            all.write(bytes(entry));
        }
        InputStream stream = new ByteArrayInputStream(all.toByteArray());
        for (JsonElement entry : entries) {
            check(text(entry, "name") + ", in a stream", Netorcai.readFrame(stream), entry.getAsJsonObject().get("message"));
        }
    }

    /** Gives one byte at a time. */
    private static final class Trickle extends ByteArrayInputStream {
        Trickle(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] to, int offset, int length) {
            return super.read(to, offset, Math.min(length, 1));
        }
    }

    private static void refuse(String name, byte[] bytes, String want) {
        String got = "no error";
        try {
            Netorcai.readFrame(new ByteArrayInputStream(bytes));
        } catch (Netorcai.NetorcaiError error) {
            got = error.getMessage();
        }
        check(name + ": " + got, got.contains(want) && !got.contains("\n"), true);
    }

    private static void encode(String name, JsonObject message) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Netorcai.writeFrame(out, message);
        byte[] frame = out.toByteArray();
        check(name + ": size", ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(), frame.length - 4);
        String content = new String(frame, 4, frame.length - 4, StandardCharsets.UTF_8);
        check(name + ": line feed", content.indexOf('\n'), content.length() - 1);
        check(name, JsonParser.parseString(content), message);
    }

    private static void tooBigToSend() {
        JsonObject message = new JsonObject();
        message.addProperty("message_type", "x".repeat(Netorcai.MAX_SIZE));
        String got = "no error";
        try {
            Netorcai.writeFrame(new ByteArrayOutputStream(), message);
        } catch (Netorcai.NetorcaiError error) {
            got = error.getMessage();
        }
        check("too big: " + got, got.contains("too big to send"), true);
    }
}
