/** Carries texts between the processes of an installation, at most once and to all that listen. */
export interface Wire {
  /** Largest text in UTF-8 bytes. */
  readonly maxBytes: number
  /** Sends a text to all processes, this one included. @throws when it may not have been sent */
  send(text: string): Promise<void>
  /** Keeps a larger text for some minutes; returns its key. */
  deposit(text: string): Promise<string>
  /** Returns a kept text, or null when it is no longer there. */
  fetch(key: string): Promise<string | null>
  /** The same, once: a second call returns null. */
  take(key: string): Promise<string | null>
  /** Takes a key for at most `ms`; false while another process, or this one, has it. */
  claim(key: string, ms: number): Promise<boolean>
  /** Gives a claimed key back. */
  free(key: string): Promise<void>
  /**
   * Calls `hear` with each text from now on, and `renew` when listening began again after a break, in which texts were
   * lost. Resolves when it listens.
   */
  listen(hear: (text: string) => void, renew: () => void): Promise<void>
  /** Listens anew, for a connection on which nothing is heard any more. */
  relisten(): Promise<void>
  /** Removes texts that are no longer kept. Each process calls it once a minute (bus.ts); a second call finds nothing. */
  removeOldDeposits(): Promise<void>
  close(): Promise<void>
}
