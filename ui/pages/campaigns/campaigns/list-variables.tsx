import { useId } from 'react'
import { variableKey } from '../../../../src/shared/campaign/text'
import { Button } from '../../../components/button'
import { replaceText, type TextField } from '../../../lib/replace-text'
import { useTranslation } from '../../../lib/use-translation'

interface ListVariablesProps {
  /** Headings of the chosen list's columns. */
  headings: string[]
  /** The field of the text, when a button is pressed. */
  area: () => TextField | null
  disabled: boolean
}

/** Columns of the chosen list as buttons that insert them at the cursor; nothing without any. */
export function ListVariables({ headings, area, disabled }: ListVariablesProps) {
  const { t } = useTranslation()
  const id = useId()
  if (headings.length === 0) return null
  const insert = (heading: string) => {
    const field = area()
    if (!field) return
    const { selectionStart, selectionEnd, value } = field
    const start = selectionStart ?? value.length
    replaceText(field, { start, end: selectionEnd ?? start, text: `{{${variableKey(heading)}}}` })
  }
  return (
    <div className="flex flex-col gap-1">
      <p id={id} className="text-muted text-sm">
        {t('campaigns.listVariables')}
      </p>
      <fieldset aria-labelledby={id} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
        {headings.map((heading) => (
          <Button
            key={heading}
            size="sm"
            disabled={disabled}
            aria-label={t('campaigns.insertVariable', { name: heading })}
            className="max-w-full"
            onClick={() => insert(heading)}
          >
            <span className="truncate">{heading}</span>
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
