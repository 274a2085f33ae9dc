import { signal } from '@preact/signals-react'

/**
 * Value that is loaded, and changed by events or by the user. The server may read a response before a change that
 * arrives earlier: changes made since a load began are applied to its response again. Of several loads under way each
 * response newer than the last applied one counts, so that a later load that is slow or fails hides nothing.
 */
export function createLiveValue<T>(initial: T) {
  const value = signal(initial)
  let beganLoads = 0
  /** Number of the newest load whose response was applied. */
  let applied = 0
  /** Changes since the beginning of each load under way. */
  const changesOf = new Map<number, ((value: T) => T)[]>()

  /**
   * Runs the request of the value. Returns false if a newer response was applied before, or the value was reset.
   * @throws the error of the latest request
   */
  async function load(request: () => Promise<T>): Promise<boolean> {
    const mine = ++beganLoads
    const changes: ((value: T) => T)[] = []
    changesOf.set(mine, changes)
    try {
      const loaded = await request()
      if (mine < applied) return false
      applied = mine
      value.value = changes.reduce<T>((now, change) => change(now), loaded)
      return true
    } catch (thrown) {
      if (mine === beganLoads) throw thrown
      return false
    } finally {
      changesOf.delete(mine)
    }
  }
  return {
    value,
    load,
    /** Changes the value. `change` may be applied to a value that has the change already. */
    change(change: (value: T) => T) {
      for (const changes of changesOf.values()) changes.push(change)
      value.value = change(value.peek())
    },
    /** Sets the value of another user or record and drops the responses under way. */
    reset(empty: T) {
      applied = ++beganLoads
      value.value = empty
    },
  }
}
