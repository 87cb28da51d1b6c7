import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.util.List;
import org.h2.mvstore.MVStore;

/**
 * Speaks MongoDB's wire protocol over a file: `WireServer PORT FOLDER`. What was acknowledged in the last instant
 * before the process is killed can be lost.
 */
public final class WireServer {
    /** The library names wire version 8 for its newest server; the driver asks for 9, whose commands it has. */
    private static final class Version implements MongoVersion {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 9;
        }
    }

    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[0]);
        MVStore store = new MVStore.Builder().fileName(arguments[1] + "/records.mv").open();
        store.setAutoCommitDelay(10);
        H2Backend backend = new H2Backend(store);
        backend.version(new Version());
        MongoServer server = new MongoServer(backend);
        server.bind("127.0.0.1", port);
        System.out.println("listening on " + server.getConnectionString());
    }
}
