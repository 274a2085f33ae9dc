import { signal } from '@preact/signals-react'
import { keep, keys, recall } from './storage'

export type Theme = 'light' | 'dark'

const system = () => matchMedia('(prefers-color-scheme: dark)')
const stored = (): Theme | null => {
  const value = recall(keys.theme)
  return value === 'light' || value === 'dark' ? value : null
}

/** The stored choice, else the system's, followed live until a choice is made. */
export const theme = signal<Theme>('light')

function show(next: Theme) {
  theme.value = next
  document.documentElement.dataset.theme = next
}

export function startTheme() {
  show(stored() ?? (system().matches ? 'dark' : 'light'))
  system().addEventListener('change', ({ matches }) => {
    if (!stored()) show(matches ? 'dark' : 'light')
  })
}

export function toggleTheme() {
  show(theme.peek() === 'dark' ? 'light' : 'dark')
  keep(keys.theme, theme.peek())
}
