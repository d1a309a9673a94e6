/** Slash commands as data: what can be called here, and whether what was typed is a value. */

const SUBCOMMAND = 1;
const GROUP = 2;
const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const NUMBER = 10;
const IN_GUILD = 0;
const IN_DM = 1;

/**
 * Everything that can be called, one entry a leaf: {name: "duel start", description, options}.
 * Only commands for this kind of channel are given.
 */
export function callable(commands, inDm) {
  const place = inDm ? IN_DM : IN_GUILD;
  const leaves = [];
  const walk = (given, path) => {
    const name = [...path, given.name].join(" ");
    const inner = (given.options ?? []).filter((one) => [SUBCOMMAND, GROUP].includes(one.type));
    if (inner.length) inner.forEach((one) => walk(one, [...path, given.name]));
    else leaves.push({ name, description: given.description ?? "", options: given.options ?? [] });
  };
  for (const command of commands) {
    const chat = (command.type ?? 1) === 1;
    const here = command.contexts
      ? command.contexts.includes(place)
      : !(inDm && command.dm_permission === false);
    if (chat && here) walk(command, []);
  }
  return leaves.sort((a, b) => a.name.localeCompare(b.name));
}

/** Leaves that `typed` may become, best first. */
export function matching(leaves, typed) {
  const query = typed.toLowerCase().trim();
  const rank = (leaf) => {
    if (leaf.name.startsWith(query)) return 0;
    if (leaf.name.includes(query)) return 1;
    // Nearly every description holds any one letter: those are searched for words only.
    return query.length > 2 && leaf.description.toLowerCase().includes(query) ? 2 : 3;
  };
  return leaves.filter((leaf) => rank(leaf) < 3).sort((a, b) => rank(a) - rank(b));
}

/**
 * The options that were typed or pasted after a command: "game:cards seats:4" gives
 * {game: "cards", seats: "4"}; words before any option's name belong to the first option.
 */
export function pasted(leaf, text) {
  const names = leaf.options.map((option) => option.name);
  const found = {};
  let current = names[0];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const colon = word.indexOf(":");
    let value = word;
    if (colon > 0 && names.includes(word.slice(0, colon))) {
      current = word.slice(0, colon);
      value = word.slice(colon + 1);
    }
    if (current && value) found[current] = found[current] ? `${found[current]} ${value}` : value;
  }
  return found;
}

/**
 * What an option can be set to without asking the bot: [{name, value}], or null when it is free
 * text. `people` and `channels` are those of the page's state.
 */
export function choicesOf(option, people, channels) {
  if (option.choices?.length) return option.choices;
  if (option.type === BOOLEAN)
    return [
      { name: "True", value: true },
      { name: "False", value: false },
    ];
  if (option.type === USER) return people.map((user) => ({ name: user.name, value: user.id }));
  if (option.type === CHANNEL) {
    const open = channels.filter((channel) => channel.type !== "dm");
    return open.map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
  }
  return null;
}

function counted(text, option) {
  const value = Number(text.replace("−", "-"));
  const whole = option.type === INTEGER;
  if (!/\d/.test(text) || !Number.isFinite(value)) return { error: "Type a number." };
  if (whole && !Number.isInteger(value)) return { error: "Type a whole number." };
  if (value < (option.min_value ?? -Infinity)) return { error: `At least ${option.min_value}.` };
  if (value > (option.max_value ?? Infinity)) return { error: `At most ${option.max_value}.` };
  return { value };
}

/**
 * Read what stands in an option's field: {value}, {} when it is empty and may be, or {error}.
 * `choices` is what choicesOf gave.
 */
export function readOption(option, text, choices) {
  const typed = text.trim();
  if (!typed) return option.required ? { error: "This option is required." } : {};
  if (choices) {
    const low = typed.toLowerCase();
    const hit =
      choices.find((one) => one.name.toLowerCase() === low) ??
      choices.find((one) => String(one.value).toLowerCase() === low);
    return hit ? { value: hit.value } : { error: "Choose one from the list." };
  }
  if (option.type === INTEGER || option.type === NUMBER) return counted(typed, option);
  if (option.type !== STRING) return { error: "This page cannot fill in this kind of option." };
  if (typed.length < (option.min_length ?? 0))
    return { error: `At least ${option.min_length} characters.` };
  if (typed.length > (option.max_length ?? 6000))
    return { error: `At most ${option.max_length} characters.` };
  return { value: typed };
}
