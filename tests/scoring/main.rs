//! Scoring: life maps, counting methods, worked figures of the rule texts, tables, identities.

mod boards;
mod figures;
mod games;
mod identities;
mod life_maps;
mod tables;
