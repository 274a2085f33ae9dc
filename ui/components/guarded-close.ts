import i18n from 'i18next'
import type { Form } from '../lib/form'
import { confirm } from './confirm'

/**
 * Close function of a dialog with a form: asks first when a value was changed, so that Escape or a click beside the
 * dialog loses no typed words. Does nothing while the form is sent: the response closes the dialog or shows the error,
 * and must not close another dialog opened meanwhile.
 */
export const guardedClose =
  <V extends object>(form: Form<V>, onClose: () => void) =>
  async () => {
    if (form.busy.peek()) return
    if (form.isChanged() && !(await confirmDiscard())) return
    onClose()
  }

const confirmDiscard = () =>
  confirm({
    title: i18n.t('form.discardTitle'),
    text: i18n.t('form.discardText'),
    action: i18n.t('form.discard'),
    danger: true,
  })
