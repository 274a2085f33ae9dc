import { signal } from '@preact/signals-react'

/**
 * Value that is loaded, and changed by events or by the user. The server may read a response before a change that
 * arrives earlier: changes made since the latest load began are applied to its response again, and responses to earlier
 * loads are dropped.
 */
export function createLiveValue<T>(initial: T) {
  const value = signal(initial)
  let latest = 0
  /** Changes since the latest load began; null while none is in flight. */
  let changes: ((value: T) => T)[] | null = null

  /** Runs the request of the value. @throws the error of the latest request */
  async function load(request: () => Promise<T>): Promise<void> {
    const mine = ++latest
    changes = []
    try {
      const loaded = await request()
      if (mine === latest) value.value = changes.reduce<T>((now, change) => change(now), loaded)
    } catch (thrown) {
      if (mine === latest) throw thrown
    } finally {
      if (mine === latest) changes = null
    }
  }
  return {
    value,
    load,
    /** Changes the value. `change` may be applied to a value that has the change already. */
    change(change: (value: T) => T) {
      changes?.push(change)
      value.value = change(value.peek())
    },
    /** Sets the value of another user and drops the response in flight. */
    reset(empty: T) {
      latest++
      changes = null
      value.value = empty
    },
  }
}
