import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { backEntrySettled, holdBack } from './back-entry'
import { guardNavigation } from './leave-guard'

interface Exits {
  /** Asks when typed words would be lost; resolves with whether the panel may be closed. */
  mayClose: () => Promise<boolean>
  close: () => void
}

/** Closes a side panel by Back, Escape, a click in the page behind it and navigation, if `mayClose` allows it. */
export function usePanelExits(panel: RefObject<HTMLElement | null>, exits: Exits) {
  const latest = useRef(exits)
  latest.current = exits
  useEffect(() => {
    let isAsking = false
    const ask = async () => {
      if (isAsking) return false
      isAsking = true
      const isAllowed = await latest.current.mayClose()
      isAsking = false
      return isAllowed
    }
    const leave = async () => {
      const isAllowed = await ask()
      // At once, so that a click that follows finds the panel gone.
      if (isAllowed) flushSync(() => latest.current.close())
      return isAllowed
    }
    const ends = [
      holdBack(() => void leave()),
      guardNavigation(ask),
      onEscape(panel, () => void leave()),
      onClickBehind(panel, leave),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [panel])
}

/** Escape with the focus in the panel or the page, while no dialog or menu is open above them. */
function onEscape(panel: RefObject<HTMLElement | null>, leave: () => void): () => void {
  const handle = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (document.querySelector(':popover-open')) return
    if (!isInPage(event.target) && !panel.current?.contains(event.target as Node)) return
    // The question would take the same key as its answer.
    event.preventDefault()
    leave()
  }
  document.addEventListener('keydown', handle)
  return () => document.removeEventListener('keydown', handle)
}

/** Fields and searches of the page, and buttons that only open a menu, with the menu. */
const harmless = 'input, textarea, select, search *, [popovertarget], [popovertarget] *, [popover], [popover] *'

/** A click in the page, by pointer or key, is repeated once the panel is closed: it may open another row. */
function onClickBehind(panel: RefObject<HTMLElement | null>, leave: () => Promise<boolean>): () => void {
  let pressed: EventTarget | null = null
  const rememberPressed = (event: PointerEvent) => {
    pressed = event.target
  }
  const handle = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element) || !isInPage(target) || panel.current?.contains(target)) return
    if (target.matches(harmless) || event.ctrlKey || event.metaKey || event.shiftKey) return
    const control = target.closest<HTMLElement>('a, button, label, summary')
    // A click by key has no detail. The end of a selection is no click on a control.
    if (event.detail > 0 && panel.current?.contains(pressed as Node | null)) return
    if (event.detail > 0 && !control && document.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    event.stopPropagation()
    void leave().then(async (isClosed) => {
      await backEntrySettled()
      if (isClosed && control?.isConnected) control.click()
    })
  }
  document.addEventListener('pointerdown', rememberPressed, true)
  document.addEventListener('click', handle, true)
  return () => {
    document.removeEventListener('pointerdown', rememberPressed, true)
    document.removeEventListener('click', handle, true)
  }
}

/** True for elements of the page and the frame around it; dialogs, menus and toasts are outside of the root element. */
const isInPage = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.closest('#root') !== null)
