import { type ReactNode, useId } from 'react'
import type { Form as FormOf } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { Button } from './button'
import { Dialog } from './dialog'
import { Form, SubmitButton } from './form'
import { guardedClose, mayDiscard } from './guarded-close'
import { SidePanel } from './side-panel'

interface FormDialogProps<V extends object> {
  form: FormOf<V>
  send: (values: V) => Promise<unknown>
  title: string
  onClose: () => void
  /** Label of the submit button; "Save" by default. */
  action?: string
  size?: 'sm' | 'md' | 'lg'
  /** True for a panel at the side of the page that lists the records. */
  isPanel?: boolean
  /** True while a panel's form must stay open, such as below a key that is shown once. */
  isHeld?: boolean
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
  isPanel = false,
  isHeld = false,
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
  const content = (
    <>
      {above}
      <Form id={formId} form={form} send={send} hideFailure={hideFailure} className={className} isClosedBySubmit>
        {children}
      </Form>
      {below}
    </>
  )
  if (isPanel)
    return (
      <SidePanel
        title={title}
        onClose={onClose}
        mayClose={async () => !isHeld && (await mayDiscard(form))}
        footer={footer}
      >
        {content}
      </SidePanel>
    )
  return (
    <Dialog open size={size} title={title} onClose={close} footer={footer}>
      {content}
    </Dialog>
  )
}
