/** True for a CPF (11 digits) or CNPJ (14) whose check digits are right; digits only. */
export function isDocument(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false
  if (digits.length === 11) return endsRight(digits, 9, 11)
  return digits.length === 14 && endsRight(digits, 12, 9)
}

/** Both check digits, each over all before it; weights count down to 2 and begin again at `highest`. */
function endsRight(digits: string, before: number, highest: number): boolean {
  return [before, before + 1].every((length) => checkDigit(digits.slice(0, length), highest) === Number(digits[length]))
}

function checkDigit(digits: string, highest: number): number {
  const weights = highest - 1 // 2 to 11 of a CPF never come to an end, 2 to 9 of a CNPJ do
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (2 + (at % weights)), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** 000.000.000-00 or 00.000.000/0000-00, as far as it is typed. */
export function documentMask(text: string): string {
  const all = text.replace(/\D/g, '').slice(0, 14)
  const cuts: [number, string][] =
    all.length <= 11
      ? [
          [3, '.'],
          [6, '.'],
          [9, '-'],
        ]
      : [
          [2, '.'],
          [5, '.'],
          [8, '/'],
          [12, '-'],
        ]
  return [...all].map((digit, at) => (cuts.find(([place]) => place === at)?.[1] ?? '') + digit).join('')
}

/** Whose own zip codes and documents are known, and checked. */
export const isHome = (country: string) => /^bra[sz]il$/i.test(country.trim())

/** True for a zip code as the country writes them: eight digits at home, elsewhere whatever letters and digits there are. */
export function isZip(text: string, country: string): boolean {
  const zip = text.trim()
  return isHome(country) ? /^\d{5}-?\d{3}$/.test(zip) : /^[a-z0-9][a-z0-9 -]{1,8}[a-z0-9]$/i.test(zip)
}

/** 00000-000, as far as it is typed. */
export function zipMask(text: string): string {
  const all = text.replace(/\D/g, '').slice(0, 8)
  return all.length > 5 ? `${all.slice(0, 5)}-${all.slice(5)}` : all
}
