import { signal } from '@preact/signals-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../components/button'
import { mayDiscard } from '../components/guarded-close'
import {
  changedPageForms,
  discardPageForms,
  isSavingPage,
  pageFailure,
  pageForms,
  savePageForms,
} from '../lib/page-forms'
import { errorText } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { useSaveBarFocus } from './use-save-bar-focus'
import { useSaveKey } from './use-save-key'
import { useUnsavedExits } from './use-unsaved-exits'

/**
 * Bar at the bottom of a page while one of its forms is changed (docs/adr/0181). A value that is refused is shown at its
 * field, which gets the focus; any other failure is shown in the bar.
 */
export function SaveBar() {
  const hasForms = useValue(pageForms).length > 0
  return hasForms && <Bar />
}

function Bar() {
  const { t } = useTranslation()
  const bar = useRef<HTMLElement>(null)
  const isChanged = useValue(changedPageForms).length > 0
  const isSaving = useValue(isSavingPage)
  useUnsavedExits(isChanged, mayDiscardPage)
  useSaveKey(save)
  useSaveBarFocus(bar, isChanged)
  return (
    <div className="save-bar pointer-events-none sticky bottom-0 z-20 mx-auto w-full max-w-280 px-4 sm:px-8 print:hidden">
      {/* On the page before it has a text, so that screen readers announce the text. */}
      <p role="status" className="sr-only">
        {isChanged && t('form.unsaved')}
      </p>
      {isChanged && (
        <section
          ref={bar}
          aria-label={t('form.unsaved')}
          className="enter pointer-events-auto mb-3 flex max-w-180 items-center gap-2 rounded-xl bg-raised p-2 pl-4 shadow-e2 sm:mb-5 sm:pl-5"
        >
          <State />
          <Button variant="quiet" onClick={() => void mayDiscardPage()}>
            {t('form.discard')}
          </Button>
          <Button variant="primary" aria-keyshortcuts="Control+S Meta+S" busy={isSaving} onClick={save}>
            {t('common.save')}
          </Button>
        </section>
      )}
    </div>
  )
}

/** True when the last save was refused for a value that no field on the page shows. */
const refusedUnseen = signal(false)

/** The failure of the last save, or that something is changed. */
function State() {
  const { t } = useTranslation()
  const failure = useValue(pageFailure)
  const isUnseen = useValue(refusedUnseen)
  if (!failure && !isUnseen) return <p className="min-w-0 flex-1 text-muted text-sm">{t('form.unsaved')}</p>
  return (
    <p role="alert" className="min-w-0 flex-1 text-danger-ink text-sm">
      {failure ? errorText(failure) : t('form.refusedUnseen')}
    </p>
  )
}

/** Discards the changed values if the user agrees; resolves with whether none is left. */
async function mayDiscardPage(): Promise<boolean> {
  const isAllowed = await mayDiscard(...changedPageForms.peek().map(({ form }) => form))
  // At once, so that the entry of the bar in the history is removed before another page is opened.
  if (isAllowed) {
    refusedUnseen.value = false
    flushSync(discardPageForms)
  }
  return isAllowed
}

async function save() {
  if (isSavingPage.peek()) return
  refusedUnseen.value = false
  if (await savePageForms()) return
  // Renders the problems before querying for the first invalid field.
  flushSync(() => undefined)
  const refused = document.querySelector<HTMLElement>('#content [aria-invalid="true"]')
  if (refused) refused.focus()
  else refusedUnseen.value = pageFailure.peek() === null
}
