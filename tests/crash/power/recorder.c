/*
 * Runs a command under ptrace and logs its changes to files below one directory: data written, lengths, names and
 * flushes, each with its thread, its time and its result. Compiled by Bun's own C compiler (bun:ffi), which needs no
 * installed toolchain and therefore no system headers: prototypes and constants stand here. Linux, x64 and arm64.
 *
 * A seccomp filter made by recorder.ts stops only the system calls that are listed there, so that all others run at
 * full speed.
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long i64;

struct iovec { void *base; u64 length; };
struct timespec { i64 seconds, nanoseconds; };
struct filter { u16 length; void *program; };
/* struct ptrace_syscall_info of a seccomp stop (op 3) or of the end of a call (op 2) */
struct call {
  u8 op, pad[3];
  u32 arch;
  u64 instruction, stack;
  union {
    struct { u64 number, arguments[6]; u32 data; } seccomp;
    struct { i64 result; u8 is_error; } exit;
  } u;
};

extern int fork(void), getpid(void), raise(int), kill(int, int), waitpid(int, int *, int), prctl(int, ...);
extern int open(const char *, int, ...), close(int), sprintf(char *, const char *, ...), execvp(const char *, char **);
extern int clock_gettime(int, struct timespec *), nanosleep(struct timespec *, void *), strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, u64);
extern long ptrace(long, ...), strtol(const char *, char **, int);
extern i64 write(int, const void *, u64), read(int, void *, u64), readlink(const char *, char *, u64);
extern i64 process_vm_readv(int, struct iovec *, u64, struct iovec *, u64, u64);
extern u64 strlen(const char *);
extern void *malloc(u64), *memcpy(void *, const void *, u64), free(void *), _exit(int);
extern void *signal(int, void *);
extern char *strstr(const char *, const char *);

enum { TRACEME = 0, POKEUSER = 6, CONT = 7, SYSCALL = 24, SETOPTIONS = 0x4200, SYSCALL_INFO = 0x420e };
enum { GETREGSET = 0x4204, SETREGSET = 0x4205, REGISTERS = 1, SYSTEM_CALL = 0x404, EIO = 5 };
/* SYSGOOD, FORK, VFORK, CLONE, EXEC, SECCOMP, EXITKILL */
enum { OPTIONS = 1 | 2 | 4 | 8 | 0x10 | 0x80 | 0x100000, EVENT_SECCOMP = 7, ALL = 0x40000000, NO_HANG = 1 };
enum { STOP = 19, TRAP = 5, AT_CWD = -100, LONGEST = 4096, MOST_THREADS = 512 };

/* Operations of system calls; recorder.ts has the same numbers. */
enum {
  WRITE = 1, PWRITE, WRITEV, PWRITEV, TRUNCATE, FSYNC, FDATASYNC, RENAME, RENAMEAT, UNLINK, UNLINKAT, RMDIR, MKDIR,
  MKDIRAT, LINK, LINKAT, OPEN, OPENAT, OTHER, COPY
};

static int log_file, child;
static const char *directory;

/* Running call of a thread: its operation, 0 for none. */
struct thread { int id, begun, failing; u64 resume_at; };
static struct thread threads[MOST_THREADS];
static int delayed;
/* Number of flushes of a write-ahead log so far, and the number of the one that fails with EIO; 0: none. */
static int log_flushes, failing_flush;

static struct thread *thread_of(int id) {
  int at, unused = -1;
  for (at = 0; at < MOST_THREADS; at++) {
    if (threads[at].id == id) return &threads[at];
    if (!threads[at].id && unused < 0) unused = at;
  }
  if (unused < 0) _exit(97);
  threads[unused].id = id;
  threads[unused].begun = 0;
  threads[unused].failing = 0;
  threads[unused].resume_at = 0;
  return &threads[unused];
}

/* Nanoseconds of the monotonic clock, the same in every process. */
u64 now(void) {
  struct timespec time;
  clock_gettime(1, &time);
  return (u64)time.seconds * 1000000000 + time.nanoseconds;
}

static void put_all(const void *from, u64 length) {
  while (length > 0) {
    i64 done = write(log_file, from, length);
    if (done <= 0) _exit(98);
    from = (const char *)from + done;
    length -= done;
  }
}

struct record { u32 size; u8 phase, op; u16 pad; u32 thread, lengths[3]; u64 time; i64 number; };

static void put(int phase, int op, int thread, i64 number, const char *one, const char *other, const void *data, u64 length) {
  struct record record;
  u64 n1 = one ? strlen(one) : 0, n2 = other ? strlen(other) : 0, total = sizeof record + n1 + n2 + length;
  u8 *all = malloc(total);
  record.size = total;
  record.phase = phase;
  record.op = op;
  record.pad = 0;
  record.thread = thread;
  record.lengths[0] = n1;
  record.lengths[1] = n2;
  record.lengths[2] = length;
  record.time = now();
  record.number = number;
  memcpy(all, &record, sizeof record);
  memcpy(all + sizeof record, one, n1);
  memcpy(all + sizeof record + n1, other, n2);
  memcpy(all + sizeof record + n1 + n2, data, length);
  put_all(all, total);
  free(all);
}

static i64 copy(int thread, void *to, u64 from, u64 length) {
  struct iovec here, there;
  here.base = to;
  here.length = length;
  there.base = (void *)from;
  there.length = length;
  return process_vm_readv(thread, &here, 1, &there, 1, 0);
}

static int is_below(const char *path) {
  u64 length = strlen(directory);
  return strncmp(path, directory, length) == 0 && (path[length] == 0 || path[length] == '/');
}

/* The path behind an open file; false when it is not below the directory. */
static int path_of(int thread, i64 handle, char *path) {
  char name[64];
  i64 length;
  if ((int)handle == AT_CWD) sprintf(name, "/proc/%d/cwd", thread);
  else sprintf(name, "/proc/%d/fd/%d", thread, (int)handle);
  length = readlink(name, path, LONGEST - 1);
  path[length < 0 ? 0 : length] = 0;
  return is_below(path);
}

/* A path argument, made absolute; false when it is not below the directory. */
static int path_at(int thread, i64 handle, u64 from, char *path) {
  char given[LONGEST];
  u64 got = 0, length;
  given[0] = 0;
  /* Reads page by page, because memory after the text may not be readable. */
  while (got < LONGEST - 1) {
    u64 part = 4096 - ((from + got) & 4095);
    if (part > LONGEST - 1 - got) part = LONGEST - 1 - got;
    if (copy(thread, given + got, from + got, part) <= 0) break;
    got += part;
    given[got] = 0;
    if (strlen(given) < got) break;
  }
  if (given[0] == '/') path[0] = 0;
  else path_of(thread, handle, path);
  length = strlen(path);
  if (length + strlen(given) + 2 > LONGEST) return 0;
  if (given[0] != '/') path[length++] = '/';
  memcpy(path + length, given, strlen(given) + 1);
  return is_below(path);
}

/* Current offset of an open file, at which write() continues. */
static i64 position_of(int thread, i64 handle) {
  char name[64], text[128], *at;
  i64 length;
  int file;
  sprintf(name, "/proc/%d/fdinfo/%d", thread, (int)handle);
  file = open(name, 0);
  length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = 0;
  at = strstr(text, "pos:");
  return at ? strtol(at + 4, 0, 10) : -1;
}

static void put_data(int op, int thread, const char *path, i64 offset, u64 from, u64 length) {
  u8 *data = malloc(length + 1);
  if (copy(thread, data, from, length) != (i64)length && length > 0) _exit(96);
  put(0, op, thread, offset, path, 0, data, length);
  free(data);
}

static void put_parts(int op, int thread, const char *path, i64 offset, u64 from, u64 count) {
  struct iovec parts[1024];
  u64 at, total = 0, done = 0;
  u8 *data;
  if (count > 1024 || copy(thread, parts, from, count * sizeof(struct iovec)) < 0) _exit(95);
  for (at = 0; at < count; at++) total += parts[at].length;
  data = malloc(total + 1);
  for (at = 0; at < count; at++) {
    if (parts[at].length > 0) copy(thread, data + done, (u64)parts[at].base, parts[at].length);
    done += parts[at].length;
  }
  put(0, op, thread, offset, path, 0, data, total);
  free(data);
}

/* Logs the beginning of a call; false when it concerns no file below the directory. */
static int begin(int thread, int op, u64 *a) {
  char path[LONGEST], other[LONGEST];
  int both;
  switch (op) {
    case WRITE:
      if (!path_of(thread, a[0], path)) return 0;
      put_data(PWRITE, thread, path, position_of(thread, a[0]), a[1], a[2]);
      return 1;
    case PWRITE:
      if (!path_of(thread, a[0], path)) return 0;
      put_data(PWRITE, thread, path, a[3], a[1], a[2]);
      return 1;
    case WRITEV:
      if (!path_of(thread, a[0], path)) return 0;
      put_parts(PWRITE, thread, path, position_of(thread, a[0]), a[1], a[2]);
      return 1;
    case PWRITEV:
      if (!path_of(thread, a[0], path)) return 0;
      put_parts(PWRITE, thread, path, a[3], a[1], a[2]);
      return 1;
    case TRUNCATE:
    case FSYNC:
    case FDATASYNC:
    case OTHER:
      if (!path_of(thread, a[0], path)) return 0;
      put(0, op, thread, op == TRUNCATE ? a[1] : 0, path, 0, 0, 0);
      return 1;
    case COPY:
      if (!path_of(thread, a[2], path)) return 0;
      put(0, OTHER, thread, 0, path, 0, 0, 0);
      return 1;
    case OPEN:
    case OPENAT:
      if (!path_at(thread, op == OPEN ? AT_CWD : a[0], a[op == OPEN ? 0 : 1], path)) return 0;
      put(0, OPEN, thread, a[op == OPEN ? 1 : 2], path, 0, 0, 0);
      return 1;
    case RENAME:
    case LINK:
      both = path_at(thread, AT_CWD, a[0], path) | path_at(thread, AT_CWD, a[1], other);
      if (both) put(0, op, thread, 0, path, other, 0, 0);
      return both;
    case RENAMEAT:
    case LINKAT:
      both = path_at(thread, a[0], a[1], path) | path_at(thread, a[2], a[3], other);
      if (both) put(0, op == LINKAT ? LINK : RENAME, thread, 0, path, other, 0, 0);
      return both;
    case UNLINK:
    case RMDIR:
    case MKDIR:
      if (!path_at(thread, AT_CWD, a[0], path)) return 0;
      put(0, op, thread, 0, path, 0, 0, 0);
      return 1;
    case UNLINKAT:
      if (!path_at(thread, a[0], a[1], path)) return 0;
      put(0, a[2] & 0x200 ? RMDIR : UNLINK, thread, 0, path, 0, 0, 0);
      return 1;
    case MKDIRAT:
      if (!path_at(thread, a[0], a[1], path)) return 0;
      put(0, MKDIR, thread, 0, path, 0, 0, 0);
      return 1;
  }
  return 0;
}

static void pass_on(int number) { kill(child, number); }

static void resume_due(void) {
  int at;
  for (at = 0; delayed && at < MOST_THREADS; at++)
    if (threads[at].resume_at && threads[at].resume_at <= now()) {
      threads[at].resume_at = 0;
      delayed--;
      ptrace(SYSCALL, threads[at].id, 0, 0);
    }
}

/* Waits for the next stop of any thread, resuming meanwhile those whose flush was delayed long enough. */
static int next_stop(int *status) {
  for (;;) {
    struct timespec moment;
    int id = waitpid(-1, status, ALL | (delayed ? NO_HANG : 0));
    if (id > 0 || (id < 0 && !delayed)) return id;
    resume_due();
    moment.seconds = 0;
    moment.nanoseconds = 200000;
    nanosleep(&moment, 0);
  }
}

/* Skips the call that begins. */
static void skip_call(int thread) {
#ifdef __aarch64__
  int none = -1;
  struct iovec value;
  value.base = &none;
  value.length = sizeof none;
  ptrace(SETREGSET, thread, SYSTEM_CALL, &value);
#else
  ptrace(POKEUSER, thread, 8 * 15, -1L);
#endif
}

/* Replaces the result of the call that ends. */
static void set_result(int thread, i64 result) {
#ifdef __aarch64__
  u64 registers[34];
  struct iovec value;
  value.base = registers;
  value.length = sizeof registers;
  ptrace(GETREGSET, thread, REGISTERS, &value);
  registers[0] = result;
  ptrace(SETREGSET, thread, REGISTERS, &value);
#else
  ptrace(POKEUSER, thread, 8 * 10, result);
#endif
}

static int is_log(int thread, i64 handle) {
  char path[LONGEST];
  path_of(thread, handle, path);
  return strlen(path) > 4 && !strcmp(path + strlen(path) - 4, "-wal");
}

static void stopped(int id, int status, const u8 *ops, u64 delay) {
  struct thread *thread = thread_of(id);
  struct call call;
  int number = (status >> 8) & 0xff, event = status >> 16;
  if (event == EVENT_SECCOMP) {
    int op;
    ptrace(SYSCALL_INFO, id, sizeof call, &call);
    op = ops[call.u.seccomp.number];
    if (!begin(id, op, call.u.seccomp.arguments)) {
      ptrace(CONT, id, 0, 0);
      return;
    }
    thread->begun = op;
    if ((op == FSYNC || op == FDATASYNC) && is_log(id, call.u.seccomp.arguments[0]))
      thread->failing = ++log_flushes == failing_flush;
    if (thread->failing) skip_call(id);
    if (delay && (op == FSYNC || op == FDATASYNC)) {
      thread->resume_at = now() + delay;
      delayed++;
    } else ptrace(SYSCALL, id, 0, 0);
  } else if (number == (TRAP | 0x80)) {
    if (thread->failing) set_result(id, -EIO);
    thread->failing = 0;
    ptrace(SYSCALL_INFO, id, sizeof call, &call);
    if (thread->begun) put(1, thread->begun, id, call.u.exit.result, 0, 0, 0, 0);
    thread->begun = 0;
    ptrace(CONT, id, 0, 0);
  } else ptrace(CONT, id, 0, event || number == STOP || number == TRAP ? 0 : number);
}

/**
 * Runs the command and answers its exit status as waitpid gives it. `ops` tells by number what each system call does,
 * `program` is the seccomp filter, `delay` (ns) is added to every flush of a file below the directory, and the `failing`th flush of a
 * write-ahead log fails.
 */
int record(const char *to, const char *below, char **command, const u8 *ops, void *program, int length, u64 delay, int failing) {
  int status, id;
  failing_flush = failing;
  log_file = open(to, 0x241, 0600);
  directory = below;
  child = fork();
  if (child == 0) {
    struct filter filter;
    filter.length = length;
    filter.program = program;
    ptrace(TRACEME, 0, 0, 0);
    raise(STOP);
    prctl(38, 1, 0, 0, 0);
    if (prctl(22, 2, &filter, 0, 0)) _exit(94);
    execvp(command[0], command);
    _exit(93);
  }
  signal(15, pass_on);
  signal(2, pass_on);
  waitpid(child, &status, ALL);
  ptrace(SETOPTIONS, child, 0, OPTIONS);
  put(2, 0, child, 0, 0, 0, 0, 0);
  ptrace(CONT, child, 0, 0);
  while ((id = next_stop(&status)) > 0) {
    if ((status & 0xff) == 0x7f) stopped(id, status, ops, delay);
    else {
      thread_of(id)->id = 0;
      if (id == child) return status;
    }
  }
  return -1;
}
