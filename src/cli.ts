process.stdout.write('proviso\n');
