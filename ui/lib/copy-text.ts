import i18n from 'i18next'
import { toastSuccess, toastWarning } from './toast'

/**
 * Puts a text on the clipboard, and says that it did so or that the browser refused; resolves to whether it did.
 * Browsers hide the Clipboard API from pages without https; there a selection is copied.
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
  const isCopied = document.execCommand('copy')
  field.remove()
  focused?.focus()
  return isCopied
}
