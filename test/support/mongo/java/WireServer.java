import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVStore;

/**
 * Speaks MongoDB's wire protocol over a file: `WireServer PORT FOLDER`. If the process is killed, writes that it
 * acknowledged immediately before can be lost.
 */
public final class WireServer {
    /** The library announces at most wire version 8. The driver requires 9, whose commands the library supports. */
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

    /**
     * By default the store writes its file at any moment, even between a document and its index entries. A server that
     * is killed then could no longer use its data.
     */
    private static final class WholeCommands extends H2Backend {
        private final ReadWriteLock lock = new ReentrantReadWriteLock();

        WholeCommands(MVStore store) {
            super(store);
            var timer = Executors.newSingleThreadScheduledExecutor();
            timer.scheduleWithFixedDelay(this::writeFile, 10, 10, TimeUnit.MILLISECONDS);
        }

        @Override
        public Document handleMessage(MongoMessage message) {
            lock.readLock().lock();
            try {
                return super.handleMessage(message);
            } finally {
                lock.readLock().unlock();
            }
        }

        private void writeFile() {
            lock.writeLock().lock();
            try {
                getMvStore().commit();
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[0]);
        String file = arguments[1] + "/records.mv";
        MVStore store = new MVStore.Builder().fileName(file).autoCommitDisabled().open();
        H2Backend backend = new WholeCommands(store);
        backend.version(new Version());
        MongoServer server = new MongoServer(backend);
        server.bind("127.0.0.1", port);
        System.out.println("listening on " + server.getConnectionString());
    }
}
