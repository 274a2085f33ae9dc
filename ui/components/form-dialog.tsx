import { type ReactNode, useId } from 'react'
import type { Form as FormOf } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'
import { Dialog } from './dialog'
import { Form, SubmitButton } from './form'
import { guardedClose } from './guarded-close'

interface FormDialogProps<V extends object> {
  form: FormOf<V>
  send: (values: V) => Promise<unknown>
  title: string
  onClose: () => void
  /** Label of the submit button; "Save" by default. */
  action?: string
  size?: 'sm' | 'md' | 'lg'
  /** Hides the error alert; the dialog shows the failure itself. */
  hideFailure?: boolean
  className?: string
  /** Content around the form that is not submitted with it. */
  above?: ReactNode
  below?: ReactNode
  children: ReactNode
}

/**
 * Dialog that holds one form, with Cancel and the submit button at the foot; Enter submits. Closing asks first when a
 * value was changed.
 */
export function FormDialog<V extends object>({
  form,
  send,
  title,
  onClose,
  action,
  size,
  hideFailure,
  className = 'flex flex-col gap-4',
  above,
  below,
  children,
}: FormDialogProps<V>) {
  const { t } = useTranslation()
  const formId = useId()
  const close = guardedClose(form, onClose)
  const footer = (
    <>
      <Button onClick={close}>{t('common.cancel')}</Button>
      <SubmitButton of={form} formId={formId}>
        {action ?? t('common.save')}
      </SubmitButton>
    </>
  )
  return (
    <Dialog open size={size} title={title} onClose={close} footer={footer}>
      {above}
      <Form id={formId} form={form} send={send} hideFailure={hideFailure} className={className} isClosedBySubmit>
        {children}
      </Form>
      {below}
    </Dialog>
  )
}
