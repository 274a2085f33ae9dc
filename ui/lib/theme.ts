import { signal } from '@preact/signals-react'
import { keys, readStored, writeStored } from './storage'

export type Theme = 'light' | 'dark'

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')
const storedTheme = (): Theme | null => {
  const value = readStored(keys.theme)
  return value === 'light' || value === 'dark' ? value : null
}

/** Stored choice, else the system's theme, followed live until the user chooses. */
export const theme = signal<Theme>('light')

function applyTheme(next: Theme) {
  theme.value = next
  document.documentElement.dataset.theme = next
}

export function startTheme() {
  applyTheme(storedTheme() ?? (systemDark().matches ? 'dark' : 'light'))
  systemDark().addEventListener('change', ({ matches }) => {
    if (!storedTheme()) applyTheme(matches ? 'dark' : 'light')
  })
}

/** Applies the person's choice and stores it on this device. */
export function setTheme(next: Theme) {
  applyTheme(next)
  writeStored(keys.theme, next)
}

export const toggleTheme = () => setTheme(theme.peek() === 'dark' ? 'light' : 'dark')
