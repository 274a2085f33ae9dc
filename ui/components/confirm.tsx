import { signal } from '@preact/signals-react'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { Button } from './button'
import { Dialog } from './dialog'

interface ConfirmQuestion {
  title: string
  /** Consequences: what happens, what is kept, whether it can be undone. */
  text: string
  /** Verb on the confirming button, never "OK". */
  action: string
  danger?: boolean
  /** True to hold words typed while the question is asked, for the field that follows the answer (docs/adr/0095). */
  holdsWords?: boolean
}
const pending = signal<(ConfirmQuestion & { answer: (yes: boolean) => void }) | null>(null)

/** Asks in a dialog of the shell and resolves with the answer; closing the dialog resolves false. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  pending.peek()?.answer(false)
  return new Promise((resolve) => {
    pending.value = {
      ...question,
      answer: (yes) => {
        pending.value = null
        resolve(yes)
      },
    }
  })
}

/** Dialog that `confirm` uses; mounted once, in the shell. */
export function ConfirmHost() {
  const { t } = useTranslation()
  const question = useValue(pending)
  if (!question) return null
  const { title, text, action, danger, holdsWords, answer } = question
  return (
    <Dialog
      open
      size="sm"
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button data-autofocus onClick={() => answer(false)}>
            {t('common.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p className="text-muted" data-holds-words={holdsWords || undefined}>
        {text}
      </p>
    </Dialog>
  )
}
