// A stateful host with jPOS, for the proof of the ISO 8583 connector. It prints what it does, one
// line each. Some amounts have a meaning: …51 is declined, …66 is charged and the connection closed
// without an answer, …77 is neither charged nor answered.

import java.util.HashMap;
import java.util.Map;
import org.jpos.iso.ISOBasePackager;
import org.jpos.iso.ISOException;
import org.jpos.iso.ISOMsg;
import org.jpos.iso.ISOServer;
import org.jpos.iso.ISOSource;
import org.jpos.iso.ServerChannel;
import org.jpos.iso.channel.NACChannel;
import org.jpos.iso.packager.ISO87APackager;
import org.jpos.iso.packager.ISO87BPackager;
import org.jpos.util.ThreadPool;

class Host {
  /** By message type, trace number, time and reference: the code of the first answer. */
  private static final Map<String, String> answered = new HashMap<>();
  /** By the same of an authorization: the amount, or null once it was reversed. */
  private static final Map<String, String> charges = new HashMap<>();

  public static void main(String[] args) throws Exception {
    ISOBasePackager packager = args[0].equals("A") ? new ISO87APackager() : new ISO87BPackager();
    ServerChannel channel = new NACChannel(packager, null);
    ISOServer server = new ISOServer(Integer.parseInt(args[1]), channel, new ThreadPool(1, 8));
    server.addISORequestListener((source, message) -> answer(source, message));
    new Thread(server).start();
    while (server.getPort() > 0 && !isListening(Integer.parseInt(args[1]))) Thread.sleep(50);
    System.out.println("listening");
    while (System.in.read() >= 0) {}
    System.exit(0);
  }

  private static boolean isListening(int port) {
    try (java.net.Socket socket = new java.net.Socket("127.0.0.1", port)) {
      return true;
    } catch (java.io.IOException error) {
      return false;
    }
  }

  private static synchronized boolean answer(ISOSource source, ISOMsg message) {
    try {
      String type = message.getMTI();
      if (type.equals("0800")) {
        say("network " + message.getString(70));
        return reply(source, message, "00");
      }
      String first = type.substring(0, 3) + "0";
      String key = keyOf(first, message.getString(11), message.getString(7), message);
      if (answered.containsKey(key)) {
        say("duplicate " + type);
        return reply(source, message, answered.get(key));
      }
      String code = perform(first, key, message);
      if (code == null) return true;
      answered.put(key, code);
      if (message.getString(4).endsWith("66") && !message.hasField(90)) {
        say("lost");
        ((org.jpos.iso.BaseChannel) source).disconnect();
        return true;
      }
      return reply(source, message, code);
    } catch (Exception error) {
      say("error " + error);
      return true;
    }
  }

  /** The response code; null: no answer. */
  private static String perform(String type, String key, ISOMsg message) throws ISOException {
    String amount = message.getString(4);
    if (message.hasField(90)) return followUp(type, message);
    if (amount.endsWith("77")) {
      say("silent");
      return null;
    }
    if (amount.endsWith("51")) {
      say("declined " + type);
      return "51";
    }
    charges.put(key, amount);
    say("charged " + type + " " + amount);
    return "00";
  }

  private static String followUp(String type, ISOMsg message) throws ISOException {
    String original = message.getString(90);
    String key =
        keyOf(
            original.substring(0, 4), original.substring(4, 10), original.substring(10, 20), message);
    if (!charges.containsKey(key)) {
      say("not located " + type);
      return "25";
    }
    if (type.startsWith("04")) {
      charges.put(key, null);
      say("reversed " + type);
      return "00";
    }
    if (charges.get(key) == null) return "12";
    boolean isRefund = message.getString(3).startsWith("20");
    say((isRefund ? "refunded " : "accepted ") + type + " " + message.getString(4));
    return "00";
  }

  private static String keyOf(String type, String stan, String time, ISOMsg message) {
    return type + " " + stan + " " + time + " " + message.getString(37);
  }

  private static boolean reply(ISOSource source, ISOMsg message, String code) throws Exception {
    ISOMsg answer = (ISOMsg) message.clone();
    answer.setResponseMTI();
    answer.unset(2);
    answer.unset(14);
    answer.unset(48);
    answer.set(39, code);
    if (code.equals("00") && message.hasField(4)) answer.set(38, "123456");
    source.send(answer);
    return true;
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
