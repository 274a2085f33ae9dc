import { isVisiting } from '../lib/token'

/**
 * Hint of a select without choices: opens the page where the first one is made in a new tab, so that the form stays.
 * Words only during a support visit, because another tab shows the supporter's own company.
 */
export const CreateLink = ({ to, text }: { to: string; text: string }) =>
  isVisiting() ? (
    text
  ) : (
    <a href={to} target="_blank" rel="noreferrer" className="text-accent-ink underline underline-offset-2">
      {text}
    </a>
  )
