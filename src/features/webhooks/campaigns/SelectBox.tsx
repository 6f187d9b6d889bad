export const SelectBox = ({
  label,
  keys,
  selected,
  onSelect,
}: {
  label: string;
  keys: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (keys: readonly string[], isOn: boolean) => void;
}) => {
  const count = keys.filter((key) => selected.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      onChange={() => onSelect(keys, !isAll)}
    />
  );
};
