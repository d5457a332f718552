// Ids of meetings: letters, digits and few marks, since an id is part of paths and of commands that a person copies into a shell.

export function isMeetingId(name: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._+=-]{0,199}$/u.test(name)
}
