# Completes lines with the real zsh in a pseudo-terminal: complete.zsh SCRIPT OUT LINE... One line of OUT for each, the words it offers.
zmodload zsh/zpty
zpty inner zsh -f -i
tell() { zpty -w inner "$1" }
heard() { local piece; while zpty -r inner piece; do [[ $piece == *"$1"* ]] && return; done }
script=$1 out=$2
shift 2
tell "PROMPT= RPROMPT= ; stty -echo; autoload -Uz compinit && compinit -u -D; source ${(q)script}; OUT=${(q)out}"
tell 'capture() {
  local -a all
  compadd() { local -a got; builtin compadd -O got "$@"; all+=("${got[@]}"); builtin compadd "$@" }
  _main_complete
  unfunction compadd
  print -r -- "${(j: :)${(u)all}}" >> $OUT
  compstate[insert]= compstate[list]=
  print "told""it"
}'
tell 'zle -C capture complete-word capture; bindkey "^X" capture; print "rea""dy"'
heard ready
for line in "$@"; do
  zpty -w -n inner "$line"$'\C-X'
  heard toldit
  zpty -w -n inner $'\C-U'
done
zpty -d inner
