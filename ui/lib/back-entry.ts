import { newId } from './id'

/**
 * One entry of the browser's history for the panel that is open, so that Back closes the panel instead of leaving the
 * page. A panel that follows another in the same moment takes over its entry.
 */

/** Entry of a panel that was closed just now. */
let abandoned: { id: string; timer: ReturnType<typeof setTimeout>; settle: () => void } | null = null
/** Resolves when the entry of the panel closed last is removed or taken over. */
let settled: Promise<void> = Promise.resolve()
/** Resolves when the removal of an entry has ended; the browser moves in the history after the call. */
let removal: Promise<void> | null = null

/** Called when the user goes back or forward, before the router. */
const listeners = new Set<(event: PopStateEvent) => void>()
// Added when the module loads, and the router's listener when it first renders. Chromium calls listeners of the window in
// the order in which they were added; the router would show another page, which closes the panel without a question.
if (typeof window !== 'undefined')
  window.addEventListener('popstate', (event) => {
    for (const listener of [...listeners]) listener(event)
  })

/** Calls `onBack` when the user goes back; the entry then stays. Returns the function that removes the entry. */
export function holdBack(onBack: () => void): () => void {
  let id: string | null = null
  let pathname = ''
  let isReturning = false
  let isOver = false
  const add = () => {
    if (isOver) return
    id = takeEntry()
    pathname = location.pathname
    listeners.add(onPopState)
  }
  const onPopState = (event: PopStateEvent) => {
    const isAtEntry = entryId() === id
    if (isAtEntry && !isReturning) return
    if (!isAtEntry && location.pathname !== pathname) {
      // Back over several entries at once: returns to the panel's own one.
      isReturning = true
      event.stopImmediatePropagation()
      history.forward()
      return
    }
    if (isReturning) event.stopImmediatePropagation()
    isReturning = false
    if (!isAtEntry) history.pushState({ entryId: id }, '')
    onBack()
  }
  if (removal) void removal.then(add)
  else add()
  return () => {
    isOver = true
    listeners.delete(onPopState)
    if (id !== null) abandonEntry(id)
  }
}

const entryId = () => (history.state as { entryId?: string } | null)?.entryId

function takeEntry(): string {
  const id = abandoned?.id ?? newId()
  if (abandoned) clearTimeout(abandoned.timer)
  abandoned?.settle()
  abandoned = null
  if (entryId() !== id) history.pushState({ entryId: id }, '')
  return id
}

/** Resolves when no entry of a closed panel is being removed; navigation before that would be taken back. */
export const backEntrySettled = () => settled

/** Resolves when the browser has gone back from the entry of a closed panel; null while it goes back from none. */
export const backEntryRemoval = () => removal

/** Removes the entry unless another panel takes it over, or the user has navigated on from it. */
function abandonEntry(id: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  settled = promise
  abandoned = { id, timer: setTimeout(() => removeEntry(id, resolve)), settle: resolve }
}

function removeEntry(id: string, settle: () => void) {
  abandoned = null
  if (entryId() !== id) return settle()
  const { promise, resolve } = Promise.withResolvers<void>()
  removal = promise
  window.addEventListener(
    'popstate',
    () => {
      removal = null
      resolve()
      settle()
    },
    { once: true },
  )
  history.back()
}
