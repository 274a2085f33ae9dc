import i18n from 'i18next'
import type { Form } from '../lib/form'
import { toastInfo } from '../lib/toast'
import { confirm } from './confirm'

/**
 * Asks once when a value of one of the forms was changed; resolves with whether it may be thrown away. False while a form
 * is sent: the response closes the dialog or shows the error, and must not close another dialog opened meanwhile. A toast
 * says so.
 */
export async function mayDiscard(...forms: Pick<Form<object>, 'busy' | 'isChanged'>[]): Promise<boolean> {
  if (forms.some(({ busy }) => busy.peek())) {
    toastInfo(i18n.t('form.stillSaving'))
    return false
  }
  return !forms.some((form) => form.isChanged()) || (await confirmDiscard())
}

/** Close function of a dialog with a form; Escape or a click beside the dialog loses no typed words. */
export const guardedClose =
  <V extends object>(form: Form<V>, onClose: () => void) =>
  async () => {
    if (await mayDiscard(form)) onClose()
  }

/** Asks whether typed words may be thrown away. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: i18n.t('form.discardTitle'),
    text: i18n.t('form.discardText'),
    action: i18n.t('form.discard'),
    danger: true,
  })
