import { Braces } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes'
import { replaceText } from '../lib/replace-text'
import { useTranslation } from '../lib/use-translation'
import { IconButton } from './icon-button'
import { Menu } from './menu'

interface VariableChoice {
  /** Text inserted for the variable, with its braces. */
  text: string
  label: string
}

interface TemplateAreaProps {
  value: string
  /** Maximum number of characters. */
  max: number
  disabled: boolean | undefined
  choices: VariableChoice[]
  /** The element that holds the text, when a variable is picked. */
  area: () => HTMLInputElement | HTMLTextAreaElement | null
  /** The text area, with room for the bar at its foot. */
  children: ReactNode
}

/** Text area with a bar at its foot: a menu that inserts variables at the cursor, and the length of the text. */
export function TemplateArea({ value, max, disabled, choices, area, children }: TemplateAreaProps) {
  const { t } = useTranslation()
  const insert = (text: string) => {
    const start = area()?.selectionStart ?? value.length
    const end = area()?.selectionEnd ?? start
    // Waits a frame because the closing menu first returns the focus to its button.
    requestAnimationFrame(() => {
      const element = area()
      if (element) replaceText(element, { start, end, text })
    })
  }
  return (
    <div className="relative">
      {children}
      <div className="pointer-events-none absolute inset-x-1 bottom-2.5 flex items-center justify-between">
        <span className="pointer-events-auto rounded-md bg-surface">
          {!disabled && <VariablesMenu choices={choices} onPick={insert} />}
        </span>
        <span
          className={classes(
            'rounded-sm bg-surface px-2 text-xs tabular-nums',
            value.length > max ? 'text-danger-ink' : 'text-faint',
          )}
        >
          <span aria-hidden>
            {value.length}/{max}
          </span>
          <span className="sr-only">{t('variables.count', { count: value.length, max })}</span>
        </span>
      </div>
    </div>
  )
}

function VariablesMenu({ choices, onPick }: { choices: VariableChoice[]; onPick: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <Menu
      align="start"
      trigger={
        <IconButton size="sm" label={t('variables.menu')} tooltipSide="top">
          <Braces aria-hidden />
        </IconButton>
      }
      entries={choices.map(({ text, label }) => ({ label, onSelect: () => onPick(text) }))}
    />
  )
}
