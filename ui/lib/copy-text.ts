import i18n from 'i18next'
import { toastSuccess, toastWarning } from './toast'

/**
 * Copies a text and shows a toast with the result. Returns false if the browser refused. Browsers hide the Clipboard API
 * from pages without https; there a selection is copied.
 */
export async function copyText(text: string, copied = i18n.t('common.copied')): Promise<boolean> {
  const isCopied = navigator.clipboard ? await writeClipboard(text) : copyBySelection(text)
  isCopied ? toastSuccess(copied) : toastWarning(i18n.t('common.copyRefused'))
  return isCopied
}

const writeClipboard = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )

/** Copies from a field beside the focused element: a dialog keeps the focus within itself. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // a phone opens no keyboard
  field.className = 'sr-only'
  const around = focused?.closest('[role=dialog]') ?? document.body
  around.append(field)
  field.select()
  field.setSelectionRange(0, text.length) // Safari on phones selects nothing of a read-only field by `select`
  const isCopied = document.execCommand('copy')
  field.remove()
  focused?.focus({ preventScroll: true })
  return isCopied
}
