// Stands in for the package `boolbase`, which is these two functions and comes without the text of its licence.

exports.trueFunc = () => true
exports.falseFunc = () => false
