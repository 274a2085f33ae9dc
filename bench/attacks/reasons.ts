/** Physical reasons of ratios above the bar that the control does not have, by the names of attacks. */
const reasons: [names: RegExp, reason: string][] = [
  [
    /^message of 65,536/,
    'one message of 65,536 characters is parsed, stored, answered and indexed in pieces of 1 to 4 ms; the pace lets 24 a second pass',
  ],
  [
    /MB|^workbook/,
    'Bun receives 1 MiB in 3 to 4 ms of the main thread, also without the product; the pace lets 24 MiB a second pass',
  ],
  [/^voice note/, 'the parser’s thread uses a whole core until its time limit, at a low priority'],
  [
    /^flood of frames|^300 half/,
    'Bun alone uses as much of its main thread for the same packets: see main thread, control',
  ],
  [/webhooks/, 'each event is stored for 20 webhooks, 0.08 ms each, in pieces of 1 ms; their commit is one piece'],
  [
    /^dashboard|as CSV$|^board|^export/,
    'the company’s rows are read in a thread and counted in slices of 0.5 ms; thread and load generator use the other core',
  ],
  [/at once$/, 'Bun reads a burst of 64 requests in one turn of the event loop; those beyond 1 ms begin one per turn'],
  [
    /^search|^list of tickets by a word/,
    'a thread of low priority reads the index and uses the second core, on which the load generator runs',
  ],
  [/^login/, 'the password hash (argon2id) uses a whole core, in a thread of Bun’s pool'],
  [/^list of 200,000/, 'the import stores batches of rows for at most half of the main thread’s time'],
]

/** Returns the reason of an attack's ratio; undefined for one that should meet the bar. */
export const physicalReason = (name: string) => reasons.find(([names]) => names.test(name))?.[1]
